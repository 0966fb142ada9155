// The help that the host allows at a table, in words.

import type { HintLevel, RoomEvent } from '../protocol/types';
import { t, tt } from './words.svelte';

type Change = Extract<RoomEvent, { type: 'hints-allowed' | 'live-curve-allowed' }>;

export function hintWords(level: HintLevel | null, wins = false): string {
  if (level === null) return t('waiting.no-hints');
  const words = { level: tt(`hints.${level}`) };
  return wins ? t('waiting.hints-wins', words) : t('waiting.hints', words);
}

/** Say what the host has changed. */
export function changeWords(change: Change): string {
  if (change.type === 'live-curve-allowed') return t(change.is_allowed ? 'log.live-on' : 'log.live-off');
  return change.level ? hintWords(change.level, change.wins) : t('log.hints-off');
}
