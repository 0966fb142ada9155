// Describes an event in a few words that follow a name; null for events that are not shown.

import type { RoomEvent } from '../../protocol/types';
import { changeWords } from '../../words/hosting';
import { t, tt } from '../../words/words.svelte';

export function eventWords(event: RoomEvent): string | null {
  switch (event.type) {
    case 'played':
      return t('log.played', { n: event.laid.length });
    case 'drew':
      return event.why && event.why !== 'turn'
        ? t('log.penalty', { n: event.count })
        : t('log.drew', { n: event.count });
    case 'passed':
    case 'timed-out':
    case 'conceded':
    case 'took-back':
    case 'stood-in':
    case 'came-back':
    case 'sat-down':
    case 'game-ended':
      return tt(`log.${event.type}`);
    case 'game-started':
      return t('log.game-started');
    case 'hints-allowed':
    case 'live-curve-allowed':
      return changeWords(event);
    default:
      return null;
  }
}
