// What the host of a table has changed, in words.

import type { RoomEvent } from '../protocol/types';
import { t } from './words.svelte';

type HintsAllowed = Extract<RoomEvent, { type: 'hints-allowed' }>;

export function hintsAllowedWords(event: HintsAllowed): string {
  const hints = t(event.level ? 'log.hints-on' : 'log.hints-off');
  return event.live_curve ? `${hints} ${t('log.live')}` : hints;
}
