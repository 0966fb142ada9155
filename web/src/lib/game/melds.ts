// Melds: what makes a row of tiles a group or a run, and why it may be neither. A hint only: the server judges.

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
  | 'mixed-colours'
  | 'not-consecutive'
  | 'beyond-the-ends'
  | 'out-of-order'
  | 'colour-change-in-group'
  | 'colour-change-at-start'
  | 'colour-does-not-change'
  | 'two-mirrors'
  | 'mirror-side-too-short'
  | 'mirror-sides-differ';

/** A place in a meld: its number, and the colours it can have; a colour-change joker has none of its own. */
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

export const SMALLEST_MELD = 3;
const LARGEST_GROUP = 4;
const MOST_TO_PERMUTE = 7;

/** R-JOK-02, A-12: every way to read a row as a meld, the most valuable first; none when it is no meld. */
export function readings(meld: Meld, rules: MeldRules): Reading[] {
  if (sizeFault(meld, rules) !== null) return [];
  const sides = sidesOf(meld);
  const found = [...groups(meld, sides), ...runs(meld, sides, rules)];
  return found.sort((one, other) => other.value - one.value);
}

export function isMeld(meld: Meld, rules: MeldRules): boolean {
  return readings(meld, rules).length > 0;
}

/** R-SET-05: the sum of its numbers, a joker counting as what it stands for; 0 when it is no meld. */
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

/** R-SET-03, A-34: three or more numbers that follow each other in one colour, 1 lowest, 13 highest. */
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

/** Why this row is not a meld; null when it is one. */
export function faultOf(meld: Meld, rules: MeldRules): MeldFault | null {
  if (readings(meld, rules).length) return null;
  const fault = sizeFault(meld, rules);
  if (fault !== null) return fault;
  if (arranged(meld, rules) !== null) return 'out-of-order';
  if (meld.includes(MIRROR)) return 'mirror-sides-differ';
  const numbers = new Set(numberTiles(meld).map(numberOf));
  return numbers.size === 1 ? groupFault(meld) : runFault(meld, rules);
}

function groupFault(meld: Meld): MeldFault {
  if (meld.includes(COLOUR_CHANGE)) return 'colour-change-in-group';
  const colours = numberTiles(meld).map(colourOf);
  return new Set(colours).size === colours.length ? 'too-many-in-group' : 'repeated-colour';
}

function runFault(meld: Meld, rules: MeldRules): MeldFault {
  const side = sidesOf(meld)[0]!;
  if (!rules.colour_change_at_start && startsWithColourChange([side], 1)) return 'colour-change-at-start';
  if (runColours([side]) === null) {
    return meld.includes(COLOUR_CHANGE) ? 'colour-does-not-change' : 'mixed-colours';
  }
  const firsts = new Set<number>();
  side.forEach((tile, place) => !isJoker(tile) && firsts.add(numberOf(tile) - place));
  return firsts.size === 1 || wraps(side) ? 'beyond-the-ends' : 'not-consecutive';
}

function wraps(side: Side): boolean {
  const numbers = numberTiles(side).map(numberOf);
  return numbers.some((number, at) => number === HIGHEST && numbers[at + 1] === LOWEST);
}

/** The same tiles in an order that makes a meld: as they are, or rising; null when there is none. */
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

/** A run of number tiles and classic jokers: jokers close the gaps, spare ones go on top, then below. */
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

/** Whether some more tiles could make this row a meld: what a player is building, not what is broken. */
export function isPromising(meld: Meld, rules: MeldRules): boolean {
  if (meld.length >= SMALLEST_MELD) return isMeld(meld, rules) || arranged(meld, rules) !== null;
  const numbers = numberTiles(meld);
  if (numbers.length < 2) return meld.length > 0;
  const [one, other] = [numbers[0]!, numbers[1]!];
  if (numberOf(one) === numberOf(other)) return colourOf(one) !== colourOf(other);
  return colourOf(one) === colourOf(other) && Math.abs(numberOf(one) - numberOf(other)) <= 2;
}
