// Describes clocks in words.

import type { TimeControl } from '../protocol/types';
import { t } from './words.svelte';

export function timeWords(time: TimeControl): string {
  switch (time.type) {
    case 'none':
      return t('time.none');
    case 'per-turn':
      return t('time.per-turn', { seconds: time.seconds });
    case 'per-game':
      return t('time.per-game', { minutes: Math.round(time.seconds / 60) });
    case 'correspondence':
      return t('time.hours', { n: time.hours });
  }
}
