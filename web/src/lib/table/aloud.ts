// Describes the table in words, for the keys that read it out.

import { tilesOf } from '../game/draft';
import type { Room } from '../state/room.svelte';
import { meldName } from '../words/describe';
import { t } from '../words/words.svelte';
import { eventWords } from './panel/happenings';

export function lastPlay(room: Room): string {
  const line = room.log.findLast((other) => other.kind === 'event' && eventWords(other.event) !== null);
  return line?.kind === 'event' ? `${line.name} ${eventWords(line.event) ?? ''}` : t('aloud.nothing-yet');
}

export function tableAloud(room: Room): string {
  const { turn, fourth } = room.board;
  const melds = turn.shown.melds.map((meld) => meldName(tilesOf(meld.pieces), turn.rules, fourth));
  return melds.length ? melds.join('. ') : t('table.empty');
}
