// State that survives a reload in this tab: the draft of the turn and the muted names, for each room.

import type { Table } from '../game/tiles';
import { isObject, keep, kept } from './storage';

export interface KeptDraft {
  readonly turn: number;
  /** The table at the start of the turn. */
  readonly on: Table;
  readonly table: Table;
}

export function keepDraft(room: string, draft: KeptDraft): void {
  keep(`draft.${room}`, draft, 'tab');
}

export function keptDraft(room: string): KeptDraft | null {
  return kept(`draft.${room}`, null, isDraft, 'tab');
}

/** Store the names that are muted at a table. */
export function keepMuted(room: string, names: readonly string[]): void {
  keep(`muted.${room}`, names, 'tab');
}

export function keptMuted(room: string): readonly string[] {
  return kept(`muted.${room}`, [], areNames, 'tab');
}

function isDraft(value: unknown): value is KeptDraft | null {
  return isObject(value) && 'turn' in value && 'on' in value && 'table' in value;
}

function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
