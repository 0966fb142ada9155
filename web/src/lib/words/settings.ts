// Describes the value of a house rule in words.

import { t, tt } from './words.svelte';

export function settingWords(knob: string, setting: number | string | boolean): string {
  if (knob === 'games_per_round' && setting === 0) return t('waiting.games-per-player');
  if (typeof setting === 'boolean') return setting ? t('yes') : t('no');
  if (typeof setting === 'number') return String(setting);
  return tt(`choice.${setting}`);
}
