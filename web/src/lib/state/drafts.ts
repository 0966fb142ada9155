// State that survives a reload in this tab: the draft of the turn and the muted names, for each room.

import type { Table } from '../game/tiles';

export interface KeptDraft {
  readonly turn: number;
  /** The table at the start of the turn. */
  readonly on: Table;
  readonly table: Table;
}

export function keepDraft(room: string, draft: KeptDraft): void {
  keep(`tilewise.draft.${room}`, draft);
}

export function keptDraft(room: string): KeptDraft | null {
  return kept(`tilewise.draft.${room}`) as KeptDraft | null;
}

/** Store the names that are muted at a table. */
export function keepMuted(room: string, names: readonly string[]): void {
  keep(`tilewise.muted.${room}`, names);
}

export function keptMuted(room: string): string[] {
  const names = kept(`tilewise.muted.${room}`);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is full or blocked: the state lasts as long as the page
  }
}

function kept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
