// Describes the value of a house rule in words.

import { t, tt } from './words.svelte';

export function settingWords(setting: number | string | boolean): string {
  if (typeof setting === 'boolean') return setting ? t('yes') : t('no');
  if (typeof setting === 'number') return String(setting);
  return tt(`choice.${setting}`);
}
