// Hints in words: on the chance to win, or on the number of tiles.

import type { Hint, WinHint } from '../protocol/types';
import { tileNames, type Fourth } from './tile-names';
import { chance } from './percent';
import { t } from './words.svelte';

export function hintWords(hint: Hint | WinHint, fourth: Fourth): string[] {
  if ('waits' in hint) return winWords(hint, fourth);
  if (!hint.has_play) return [t('hint.none')];
  if (hint.level === 'whether') return [t('hint.yes')];
  return [t('hint.these', { n: hint.tiles.length, tiles: tileNames(hint.tiles, fourth) })];
}

function winWords(hint: WinHint, fourth: Fourth): string[] {
  if (!hint.tiles.length) return [advice(hint)];
  const tiles = tileNames(hint.tiles, fourth);
  const isSecond = hint.waits && !hint.is_close;
  return [advice(hint), isSecond ? t('hint.wins.rather', { tiles }) : t('hint.wins.these', { tiles })];
}

function advice({ waits, is_close: isClose, play_win: play, wait_win: wait }: WinHint): string {
  if (!play) return `${t('hint.none')} ${t('hint.wins.chance', { percent: chance(wait!) })}`;
  if (play.mean === 1 && !play.error) return t('hint.wins.out');
  if (!wait) return t('hint.wins.must', { percent: chance(play) });
  const chances = { play: chance(play), wait: chance(wait) };
  if (isClose) return t('hint.wins.close', chances);
  return waits ? t('hint.wins.wait', chances) : t('hint.wins.play', chances);
}
