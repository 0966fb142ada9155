// Describes the steps of a play in words, one sentence each.

import type { MeldRules } from '../game/melds';
import type { Tile } from '../game/tiles';
import type { PlayStep } from '../protocol/types';
import { meldName } from './describe';
import { tileName, tileNames, type Fourth } from './tile-names';
import { list, t, tt } from './words.svelte';

type Freed = Extract<PlayStep, { readonly becomes: unknown }>;

export function stepWords(step: PlayStep, rules: MeldRules, fourth: Fourth): string {
  const names = (tiles: readonly Tile[]): string => tileNames(tiles, fourth);
  const meld = 'row' in step ? meldName(step.row, rules, fourth) : '';
  switch (step.type) {
    case 'take': {
      if (step.places.length === step.row.length) return t('step.take-up', { meld });
      return t('step.take', { tiles: names(step.places.map((place) => step.row[place]!)), meld });
    }
    case 'split':
      return t('step.split', { tiles: names(step.places.map((place) => step.row[place]!)), meld });
    case 'reverse':
      return t('step.reverse', { meld });
    case 'join':
      return t('step.join', { other: meldName(step.other_row, rules, fourth), meld });
    case 'put':
      return t('step.put', { tiles: names(step.tiles), meld });
    case 'lay': {
      const isOwn = step.rack.length === 0 || step.rack.length === step.row.length;
      return isOwn ? t('step.lay', { meld }) : t('step.lay-with', { meld, tiles: names(step.rack) });
    }
    case 'replace-joker':
      return `${t('step.replace-joker', { tiles: names(step.tiles), joker: jokerOf(step, fourth), meld })}${becomes(step, fourth)}`;
    case 'split-at-joker':
    case 'take-joker':
      if (step.row.length === 1)
        return `${t('step.joker-alone', { joker: jokerOf(step, fourth) })}${becomes(step, fourth)}`;
      return `${tt(`step.${step.type}`, { joker: jokerOf(step, fourth), meld })}${becomes(step, fourth)}`;
  }
}

function jokerOf(step: Freed, fourth: Fourth): string {
  return tileName(step.row[step.place]!, fourth);
}

/** Return the tile that a freed joker will represent, if there is exactly one. */
function becomes(step: Freed, fourth: Fourth): string {
  if (!step.becomes.length) return '';
  const names = step.becomes.map((slot) => {
    const [colour, ...others] = slot.colours;
    return colour && !others.length ? tileName(`${colour}${slot.number}`, fourth) : String(slot.number);
  });
  return ` ${t('step.becomes', { as: list([...new Set(names)]) })}`;
}
