// Melds: whether a row of tiles is a group or a run, and if not, why. Only for display: the server decides.

import { groupColours, places, runColours, sidesOf, startsWithColourChange, type Side } from './special';
import {
  CLASSIC,
  COLOUR_CHANGE,
  colourOf,
  HIGHEST,
  isJoker,
  LOWEST,
  MIRROR,
  numberOf,
  numberTiles,
  type Colour,
  type Meld,
  type Tile,
} from './tiles';

/** The knobs of an edition that decide what a meld is. */
export interface MeldRules {
  readonly min_number_tiles_per_set: number;
  readonly mirror_min_side: number;
  readonly colour_change_at_start: boolean;
}

export const PLAIN_RULES: MeldRules = {
  min_number_tiles_per_set: 1,
  mirror_min_side: 1,
  colour_change_at_start: true,
};

export type MeldFault =
  | 'too-few-tiles'
  | 'too-few-numbers'
  | 'repeated-colour'
  | 'too-many-in-group'
  | 'stray-in-group'
  | 'mixed-colours'
  | 'repeated-number'
  | 'not-consecutive'
  | 'nothing-in-common'
  | 'beyond-the-ends'
  | 'out-of-order'
  | 'colour-change-in-group'
  | 'colour-change-at-start'
  | 'colour-does-not-change'
  | 'two-mirrors'
  | 'mirror-side-too-short'
  | 'mirror-sides-differ';

/** A place in a meld: its number and its possible colours. A colour-change joker has no colour of its own. */
export interface Slot {
  readonly number: number;
  readonly colours: readonly Colour[];
}

export interface Reading {
  readonly kind: 'group' | 'run';
  /** For each tile the places it fills: one, two for a double, none for a mirror. */
  readonly roles: readonly (readonly Slot[])[];
  readonly value: number;
}

const SMALLEST_MELD = 3;
const LARGEST_GROUP = 4;
const MOST_TO_PERMUTE = 7;

/**
 * R-JOK-02, A-12: return every reading of a row as a meld, the most valuable first; empty when it is no meld.
 */
export function readings(meld: Meld, rules: MeldRules): Reading[] {
  if (sizeFault(meld, rules) !== null) return [];
  const sides = sidesOf(meld);
  const found = [...groups(meld, sides), ...runs(meld, sides, rules)];
  return found.sort((one, other) => other.value - one.value);
}

export function isMeld(meld: Meld, rules: MeldRules): boolean {
  return readings(meld, rules).length > 0;
}

/** R-SET-05: return the sum of the numbers, with jokers at the value they represent; 0 when it is no meld. */
export function valueOf(meld: Meld, rules: MeldRules): number {
  return readings(meld, rules)[0]?.value ?? 0;
}

function sizeFault(meld: Meld, rules: MeldRules): MeldFault | null {
  if (meld.length < SMALLEST_MELD) return 'too-few-tiles';
  if (numberTiles(meld).length < rules.min_number_tiles_per_set) return 'too-few-numbers';
  if (meld.filter((tile) => tile === MIRROR).length > 1) return 'two-mirrors';
  const axis = meld.indexOf(MIRROR);
  const short = Math.min(axis, meld.length - axis - 1);
  return axis >= 0 && short < rules.mirror_min_side ? 'mirror-side-too-short' : null;
}

/** R-SET-02: three or four tiles of one number, all of different colours; never a colour-change joker. */
function* groups(meld: Meld, sides: readonly Side[]): Generator<Reading> {
  if (meld.includes(COLOUR_CHANGE) || sides[0]!.length > LARGEST_GROUP) return;
  const colours = groupColours(sides);
  if (colours === null) return;
  const numbers = new Set(numberTiles(meld).map(numberOf));
  if (numbers.size > 1) return;
  for (const number of numbers.size ? numbers : allNumbers()) {
    const slots = sides.map(() => colours.map((possible) => ({ number, colours: possible })));
    yield reading('group', meld, slots);
  }
}

/** R-SET-03, A-34: three or more consecutive numbers in one colour, 1 lowest, 13 highest. */
function* runs(meld: Meld, sides: readonly Side[], rules: MeldRules): Generator<Reading> {
  const colours = runColours(sides);
  if (colours === null) return;
  for (const step of sides.length > 1 ? [1, -1] : [1]) {
    if (!rules.colour_change_at_start && startsWithColourChange(sides, step)) continue;
    for (const first of firstNumbers(sides, step)) {
      const slots = colours.map((side) =>
        side.map((possible, place) => ({ number: first + step * place, colours: possible })),
      );
      yield reading('run', meld, slots);
    }
  }
}

function* firstNumbers(sides: readonly Side[], step: number): Generator<number> {
  const length = sides[0]!.length;
  const named = new Set<number>();
  for (const side of sides) {
    side.forEach((tile, place) => !isJoker(tile) && named.add(numberOf(tile) - step * place));
  }
  if (named.size > 1) return;
  for (const first of named.size ? named : allNumbers()) {
    const last = first + step * (length - 1);
    if (first >= LOWEST && first <= HIGHEST && last >= LOWEST && last <= HIGHEST) yield first;
  }
}

function reading(kind: Reading['kind'], meld: Meld, slots: Slot[][]): Reading {
  const row = [...slots[0]!, ...slots.slice(1).flatMap((side) => [...side].reverse())];
  const roles = meld.map((tile) =>
    row.splice(0, places(tile)).sort((one, other) => one.number - other.number),
  );
  return { kind, roles, value: roles.flat().reduce((sum, slot) => sum + slot.number, 0) };
}

function allNumbers(): number[] {
  return Array.from({ length: HIGHEST }, (_, index) => index + 1);
}

/** Return why this row is not a meld, or null when it is one. Tested against spec/faults.txt. */
export function faultOf(meld: Meld, rules: MeldRules): MeldFault | null {
  if (readings(meld, rules).length) return null;
  const fault = sizeFault(meld, rules);
  if (fault !== null && !(fault === 'too-few-tiles' && isHopeless(meld))) return fault;
  if (arranged(meld, rules) !== null) return 'out-of-order';
  if (meld.includes(MIRROR)) return 'mirror-sides-differ';
  const tiles = numberTiles(meld);
  if (new Set(tiles.map(numberOf)).size === 1) return groupFault(meld);
  const isOneColour = new Set(tiles.map(colourOf)).size === 1;
  return isOneColour || meld.includes(COLOUR_CHANGE) ? runFault(meld, rules) : mixedFault(meld, rules);
}

/** Whether the row contains two number tiles that no third tile completes to a meld. */
function isHopeless(meld: Meld): boolean {
  const numbers = numberTiles(meld);
  if (meld.length !== SMALLEST_MELD - 1 || numbers.length !== meld.length) return false;
  const [one, other] = [numbers[0]!, numbers[1]!];
  const isOneColour = colourOf(one) === colourOf(other);
  if (numberOf(one) === numberOf(other)) return isOneColour;
  return !isOneColour || Math.abs(numberOf(one) - numberOf(other)) >= SMALLEST_MELD;
}

/** The group or run that most number tiles of a row fit into, and the tiles that do not fit. */
export interface Nearest {
  readonly kind: Reading['kind'];
  /** A tile of the row that fits. It gives the number of the group or the colour of the run. */
  readonly of: Tile;
  readonly strays: readonly Tile[];
}

/** Return the meld nearest to a row; null when half of its number tiles or more would have to change. */
export function nearestMeld(meld: Meld): Nearest | null {
  const numbers = numberTiles(meld);
  const length = Math.min(HIGHEST, sidesOf(meld)[0]!.length);
  const isAlike = {
    group: (one: Tile, other: Tile) => numberOf(one) === numberOf(other),
    run: (one: Tile, other: Tile) => colourOf(one) === colourOf(other),
  };
  const inRun = (tile: Tile, of: Tile): boolean =>
    isAlike.run(tile, of) && numberOf(tile) >= numberOf(of) && numberOf(tile) < numberOf(of) + length;
  let best: { kind: Reading['kind']; of: Tile; fits: number } | null = null;
  for (const kind of ['run', 'group'] as const) {
    for (const of of numbers) {
      // a place of a meld holds one tile, so identical tiles count once
      const fitting = numbers.filter((tile) => (kind === 'run' ? inRun(tile, of) : isAlike.group(tile, of)));
      const fits = new Set(fitting).size;
      if (!best || fits > best.fits) best = { kind, of, fits };
    }
  }
  if (!best || 2 * best.fits <= numbers.length) return null;
  const { kind, of } = best;
  return { kind, of, strays: numbers.filter((tile) => !isAlike[kind](tile, of)) };
}

/** Return the fault of a row in which both numbers and colours differ. */
function mixedFault(meld: Meld, rules: MeldRules): MeldFault {
  const near = nearestMeld(meld);
  if (near) return near.kind === 'group' ? 'stray-in-group' : 'mixed-colours';
  const oneColour = meld.map((tile) => (isJoker(tile) ? tile : `r${numberOf(tile)}`));
  const hasRunNumbers =
    meld.length < SMALLEST_MELD ? !isHopeless(oneColour) : arranged(oneColour, rules) !== null;
  return hasRunNumbers ? 'mixed-colours' : 'nothing-in-common';
}

function groupFault(meld: Meld): MeldFault {
  if (meld.includes(COLOUR_CHANGE)) return 'colour-change-in-group';
  const colours = numberTiles(meld).map(colourOf);
  return new Set(colours).size === colours.length ? 'too-many-in-group' : 'repeated-colour';
}

function runFault(meld: Meld, rules: MeldRules): MeldFault {
  const side = sidesOf(meld)[0]!;
  if (!rules.colour_change_at_start && startsWithColourChange([side], 1)) return 'colour-change-at-start';
  if (side.length > HIGHEST) return 'beyond-the-ends';
  if (runColours([side]) === null) return 'colour-does-not-change';
  const firsts = new Set<number>();
  side.forEach((tile, place) => !isJoker(tile) && firsts.add(numberOf(tile) - place));
  if (firsts.size === 1 || wraps(side)) return 'beyond-the-ends';
  const numbers = numberTiles(meld).map(numberOf);
  return new Set(numbers).size === numbers.length ? 'not-consecutive' : 'repeated-number';
}

/** Whether a 1 is laid after a 13, or before numbers that lead up to 13. */
function wraps(side: Side): boolean {
  const numbers = numberTiles(side).map(numberOf);
  const steps = numbers.slice(1).map((number, at) => number - numbers[at]!);
  if (steps.includes(LOWEST - HIGHEST)) return true;
  const goesRound = numbers[0] === LOWEST && numbers.at(-1) === HIGHEST && numbers.length === side.length;
  const skips = steps.filter((step) => step !== 1);
  return goesRound && skips.length === 1 && skips[0]! > 2; // one tile would fill a smaller gap
}

/** Return the tiles in an order that makes a meld: as they are, or ascending; null when there is none. */
export function arranged(tiles: Meld, rules: MeldRules): Tile[] | null {
  if (isMeld(tiles, rules)) return [...tiles];
  if (tiles.every((tile) => tile === CLASSIC || !isJoker(tile))) return rising(tiles, rules);
  if (tiles.length < SMALLEST_MELD || tiles.length > MOST_TO_PERMUTE) return null;
  return firstOrder(tiles, rules, []);
}

function firstOrder(left: Meld, rules: MeldRules, row: Tile[]): Tile[] | null {
  if (!left.length) return isMeld(row, rules) ? row : null;
  for (const [at, tile] of left.entries()) {
    if (left.indexOf(tile) < at) continue;
    const found = firstOrder(left.toSpliced(at, 1), rules, [...row, tile]);
    if (found) return found;
  }
  return null;
}

/** Sort a run of number tiles and classic jokers: jokers fill gaps, spare ones go above, then below. */
function rising(tiles: Meld, rules: MeldRules): Tile[] | null {
  const numbers = numberTiles(tiles).sort((one, other) => numberOf(one) - numberOf(other));
  const jokers = tiles.filter(isJoker);
  const row: Tile[] = [];
  const next = (): number => numberOf(row[0]!) + row.length;
  for (const tile of numbers) {
    while (row.length && jokers.length && next() < numberOf(tile)) row.push(jokers.pop()!);
    row.push(tile);
  }
  while (jokers.length && row.length && next() <= HIGHEST) row.push(jokers.pop()!);
  const meld = [...jokers, ...row];
  return isMeld(meld, rules) ? meld : null;
}

/** Whether more tiles could complete this row to a meld. */
export function isPromising(meld: Meld, rules: MeldRules): boolean {
  if (meld.length >= SMALLEST_MELD) return isMeld(meld, rules) || arranged(meld, rules) !== null;
  return meld.length > 0 && !isHopeless(meld);
}
