// Drafts that outlive a reload of the page: one for each room, in this tab only.

import type { Table } from '../game/tiles';

export interface KeptDraft {
  readonly turn: number;
  /** The table as the turn found it. */
  readonly on: Table;
  readonly table: Table;
}

const key = (room: string): string => `tilewise.draft.${room}`;

export function keepDraft(room: string, draft: KeptDraft): void {
  try {
    sessionStorage.setItem(key(room), JSON.stringify(draft));
  } catch {
    // no room to keep it: the draft lasts as long as the page
  }
}

export function keptDraft(room: string): KeptDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(room)) ?? 'null') as KeptDraft | null;
  } catch {
    return null;
  }
}
