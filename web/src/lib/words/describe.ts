// Describes melds and faults in words.

import type { Problem } from '../game/judge';
import { nearestMeld, readings, type MeldFault, type MeldRules, type Nearest } from '../game/melds';
import { colourOf, count, isJoker, numberOf, numberTiles, type Tile } from '../game/tiles';
import { shade, tileName, tileNames, type Fourth } from './tile-names';
import { list, t, tt } from './words.svelte';

/** Name a meld: "Blue run 3 to 7", "Group of 12s: red, blue and black". */
export function meldName(tiles: readonly Tile[], rules: MeldRules, fourth: Fourth): string {
  const [best] = readings(tiles, rules);
  if (!best) return tiles.length === 1 ? tileName(tiles[0]!, fourth) : tileNames(tiles, fourth);
  const slots = best.roles.flat();
  const colours = [...new Set(numberTiles(tiles).map((tile) => colourOf(tile)!))];
  if (best.kind === 'group') {
    const jokers = tiles.filter(isJoker).map((joker) => tileName(joker, fourth));
    const names = [...colours.map((colour) => tt(`colour.${shade(colour, fourth)}`)), ...jokers];
    return t('meld.group', { number: slots[0]!.number, colours: list(names) });
  }
  const numbers = slots.map((slot) => slot.number);
  const ends = { from: Math.min(...numbers), to: Math.max(...numbers) };
  if (colours.length !== 1) return t('meld.run', ends);
  return tt(`meld.run.${shade(colours[0]!, fourth)}`, ends);
}

/** Describe the fault of a row and its remedy. */
export function faultWords(
  tiles: readonly Tile[],
  fault: MeldFault,
  fourth: Fourth,
): { what: string; way: string } {
  const missing = firstGap(tiles);
  const colours = new Set(numberTiles(tiles).map(colourOf));
  if (fault === 'not-consecutive' && missing && colours.size === 1) {
    const own = shade([...colours][0]!, fourth);
    return {
      what: tt(`skips.${own}`, { number: missing.number }),
      way: t('skips.way', { number: missing.number, before: missing.before, after: missing.after }),
    };
  }
  const near = fault === 'stray-in-group' || fault === 'mixed-colours' ? nearestMeld(tiles) : null;
  if (near) return strayWords(near, fourth);
  if (fault === 'repeated-number') {
    const twice = [...count(numberTiles(tiles))].find(([, times]) => times > 1)![0];
    return {
      what: t('fault.repeated-number', { tile: tileName(twice, fourth) }),
      way: t('fault.repeated-number.way'),
    };
  }
  if (fault === 'repeated-colour') {
    const twice = [...count(tiles)].find(([tile, times]) => times > 1 && !isJoker(tile))?.[0];
    if (twice)
      return {
        what: t('fault.twice', { tile: tileName(twice, fourth) }),
        way: t('fault.repeated-colour.way'),
      };
  }
  return {
    what: tt(`fault.${fault}`, { n: Math.max(1, 3 - tiles.length) }),
    way: tt(`fault.${fault}.way`, { n: Math.max(1, 3 - tiles.length) }),
  };
}

/** Name the tiles that do not belong in the meld nearest to a row. */
function strayWords({ kind, of, strays }: Nearest, fourth: Fourth): { what: string; way: string } {
  const named = { tiles: tileNames(strays, fourth) };
  if (kind === 'group') {
    return {
      what: t('fault.stray-in-group', { ...named, number: numberOf(of) }),
      way: t('fault.stray-in-group.way'),
    };
  }
  return {
    what: tt(`fault.stray-in-run.${shade(colourOf(of)!, fourth)}`, named),
    way: t('fault.mixed-colours.way'),
  };
}

export interface Gap {
  readonly number: number;
  readonly before: number;
  readonly after: number;
  /** The position before which a tile is missing. */
  readonly index: number;
}

/** Return the first gap of one number in an ascending row. */
export function firstGap(tiles: readonly Tile[]): Gap | null {
  for (let at = 1; at < tiles.length; at += 1) {
    const [one, other] = [tiles[at - 1]!, tiles[at]!];
    if (isJoker(one) || isJoker(other)) continue;
    const [before, after] = [numberOf(one), numberOf(other)];
    if (after - before === 2) return { number: before + 1, before, after, index: at };
  }
  return null;
}

/** Describe a problem of the turn and its remedy, one line each. */
export function problemWords(problem: Problem, fourth: Fourth): { what: string; way: string } {
  switch (problem.kind) {
    case 'broken':
      return faultWords(problem.tiles, problem.fault, fourth);
    case 'points':
      return {
        what: t('opening.points', { have: problem.have, need: problem.need }),
        way: t('opening.more', { n: problem.need - problem.have }),
      };
    case 'touched':
      return { what: t('opening.locked'), way: t('opening.locked.way') };
    case 'joker-too-early':
      return { what: t('opening.joker'), way: t('opening.joker.way') };
    case 'nothing-laid':
      return { what: t('turn.nothing-laid'), way: t('turn.nothing-laid.way') };
  }
}
