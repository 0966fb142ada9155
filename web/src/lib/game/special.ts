// The special jokers of Twist, and their effect on the colours of a meld. A meld without them is the simple
// case.

import { COLOUR_CHANGE, COLOURS, colourOf, DOUBLE, MIRROR, type Colour, type Meld, type Tile } from './tiles';

/** The places of a meld, or of one side of a mirror from the outside inwards. A double fills two places. */
export type Side = readonly Tile[];

/** R-TW-05: return how many places a tile fills. */
export function places(tile: Tile): number {
  if (tile === DOUBLE) return 2;
  return tile === MIRROR ? 0 : 1;
}

/** R-TW-14: return the two sides of a mirror from the outside inwards, or the whole meld without one. */
export function sidesOf(meld: Meld): Side[] {
  const filled = meld.flatMap((tile) => (tile === DOUBLE ? [tile, tile] : [tile]));
  const axis = filled.indexOf(MIRROR);
  if (axis < 0) return [filled];
  return [filled.slice(0, axis), filled.slice(axis + 1).reverse()];
}

/** TA-03: whether a colour-change joker stands at the low end of a run. */
export function startsWithColourChange(sides: readonly Side[], step: number): boolean {
  return sides.some((side) => side.at(step > 0 ? 0 : -1) === COLOUR_CHANGE);
}

/** R-TW-07, R-TW-15: return the possible colours of each place of a group; null when there are none. */
export function groupColours(sides: readonly Side[]): Colour[][] | null {
  if (!haveSameLength(sides)) return null;
  const named = sides[0]!.map((_, place) => [
    ...new Set(sides.map((side) => colourOf(side[place]!)).filter((colour) => colour !== null)),
  ]);
  if (named.some((colours) => colours.length > 1)) return null;
  const taken = named.flat();
  if (new Set(taken).size < taken.length) return null;
  const missing = COLOURS.filter((colour) => !taken.includes(colour));
  return named.map((colours) => (colours.length ? colours : missing));
}

/**
 * R-TW-12, R-TW-15: return the possible colours of each place of a run, by side; null when there are none.
 */
export function runColours(sides: readonly Side[]): Colour[][][] | null {
  if (!haveSameLength(sides)) return null;
  const groups = joined(sides);
  const named = namedColours(sides, groups);
  if (named === null) return null;
  const possible = colourings(named, neighbours(sides, groups));
  if (possible === null) return null;
  return sides.map((side, s) =>
    side.map((tile, place) => (tile === COLOUR_CHANGE ? [] : possible.get(groups[s]![place]!)!)),
  );
}

function haveSameLength(sides: readonly Side[]): boolean {
  return sides.every((side) => side.length === sides[0]!.length);
}

/** Return the positions between colour-change jokers, including empty segments. */
function segments(side: Side): number[][] {
  const found: number[][] = [[]];
  side.forEach((tile, place) => {
    if (tile === COLOUR_CHANGE) found.push([]);
    else found.at(-1)!.push(place);
  });
  return found;
}

/** Give the same number to places that must share a colour: one segment, and its mirror image. */
function joined(sides: readonly Side[]): number[][] {
  let next = 0;
  const groups = sides.map((side) => side.map(() => -1));
  sides.forEach((side, s) => {
    for (const segment of segments(side)) {
      const number = next++;
      for (const place of segment) groups[s]![place] = number;
    }
  });
  for (let place = 0; sides.length > 1 && place < sides[0]!.length; place += 1) {
    const [one, other] = [groups[0]![place]!, groups[1]![place]!];
    if (one < 0 || other < 0 || one === other) continue;
    for (const row of groups) row.forEach((group, at) => group === other && (row[at] = one));
  }
  return groups;
}

function namedColours(sides: readonly Side[], groups: number[][]): Map<number, Colour | null> | null {
  const named = new Map<number, Colour | null>();
  for (const [s, side] of sides.entries()) {
    for (const [place, tile] of side.entries()) {
      const group = groups[s]![place]!;
      if (group < 0) continue;
      const before = named.get(group) ?? null;
      const colour = colourOf(tile);
      if (before !== null && colour !== null && before !== colour) return null;
      named.set(group, before ?? colour);
    }
  }
  return named;
}

/** Return the pairs of groups with one colour-change joker between them. */
function neighbours(sides: readonly Side[], groups: number[][]): [number, number][] {
  const pairs: [number, number][] = [];
  sides.forEach((side, s) => {
    const found = segments(side);
    for (let i = 1; i < found.length; i += 1) {
      const [before, after] = [found[i - 1]!, found[i]!];
      if (before.length && after.length) pairs.push([groups[s]![before[0]!]!, groups[s]![after[0]!]!]);
    }
  });
  return pairs;
}

/** For each group, return its colours over all colourings in which neighbours differ. */
function colourings(
  named: Map<number, Colour | null>,
  pairs: readonly [number, number][],
): Map<number, Colour[]> | null {
  const ids = [...named.keys()];
  const seen = new Map(ids.map((id) => [id, new Set<Colour>()]));
  const chosen = new Map<number, Colour>();
  const choose = (at: number): void => {
    if (at === ids.length) {
      for (const [id, colour] of chosen) seen.get(id)!.add(colour);
      return;
    }
    const id = ids[at]!;
    const own = named.get(id);
    for (const colour of own ? [own] : COLOURS) {
      chosen.set(id, colour);
      const fits = pairs.every(
        ([a, b]) => !chosen.has(a) || !chosen.has(b) || chosen.get(a) !== chosen.get(b),
      );
      if (fits) choose(at + 1);
      chosen.delete(id);
    }
  };
  choose(0);
  if ([...seen.values()].some((colours) => colours.size === 0)) return null;
  return new Map([...seen].map(([id, colours]) => [id, COLOURS.filter((colour) => colours.has(colour))]));
}
