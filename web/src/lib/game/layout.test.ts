import { describe, expect, it } from 'vitest';
import { fit, NEW_MELD, type Box, type Fit, type Room } from './layout';
import { gapsOf, keptLedges, ledges, sorted } from './rack';
import { aDraft } from './testing';

/** A hundred tiles in 29 melds, as late in a game. */
const FULL: Box[] = [
  ...Array.from({ length: 29 }, (_, at) => ({ id: `m${at}`, tiles: at % 2 ? 4 : 3 })),
  { id: NEW_MELD, tiles: 3 },
];

const room = (width: number, height: number, least = 28): Room => ({
  width,
  height,
  most: 60,
  least,
  pad: 8,
});

function overlaps({ spots }: Fit): boolean {
  const all = [...spots.values()];
  return all.some((one, at) =>
    all
      .slice(at + 1)
      .some(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  );
}

describe('fitting the table', () => {
  it.each([
    ['a wide screen', room(1100, 600, 24), 40],
    ['a laptop', room(960, 400, 24), 32],
    ['a tablet', room(820, 760), 44],
    ['a phone', room(390, 560), 28],
  ])('shows a hundred tiles without panning on %s', (_, space, atLeast) => {
    const found = fit(FULL, space);
    expect(found.pans).toBe(false);
    expect(found.size).toBeGreaterThanOrEqual(atLeast);
    expect(overlaps(found)).toBe(false);
    for (const spot of found.spots.values()) expect(spot.x + spot.width).toBeLessThanOrEqual(space.width);
  });

  it('pans on a small phone rather than shrinking tiles below finger size', () => {
    const found = fit(FULL, room(360, 400));
    expect(found.pans).toBe(true);
    expect(found.size).toBe(28);
    expect(found.height).toBeGreaterThan(400);
  });

  it('shrinks tiles slightly on a phone so that the longest run is visible', () => {
    const found = fit([...FULL, { id: 'long', tiles: 13 }], room(360, 500));
    const long = found.spots.get('long')!;
    expect(found.size).toBe(24);
    expect([long.x >= 0, long.x + long.width <= 360]).toEqual([true, true]);
    expect(overlaps(found)).toBe(false);
    expect(found.rows.length).toBeLessThan(20);
  });

  it('pans sideways in large print rather than clipping a long run', () => {
    const found = fit([...FULL.slice(0, 4), { id: 'long', tiles: 13 }], room(360, 500, 40));
    const long = found.spots.get('long')!;
    expect(found.size).toBe(40);
    expect(found.pans).toBe(true);
    expect(long.x).toBe(8);
    for (const [id, spot] of found.spots)
      if (id !== 'long') expect(spot.x + spot.width).toBeLessThanOrEqual(360);
    expect(found.width).toBe(long.x + long.width + 8);
  });

  it('uses the largest tiles for a few melds', () => {
    expect(fit(FULL.slice(0, 3), room(800, 500)).size).toBe(60);
  });

  it('keeps rows during a turn and never grows the tiles', () => {
    const before = fit(FULL.slice(0, 12), room(800, 400));
    const after = fit([...FULL.slice(0, 11), { id: 'm11', tiles: 5 }], room(800, 400), before);
    expect(after.size).toBeLessThanOrEqual(before.size);
    const rowOf = (of: Fit, id: string): number => of.rows.findIndex((row) => row.includes(id));
    const moved = FULL.slice(0, 11).filter((box) => rowOf(before, box.id) !== rowOf(after, box.id));
    expect(moved.length).toBeLessThanOrEqual(1);
    expect(fit(FULL.slice(0, 2), room(800, 400), after).size).toBeLessThanOrEqual(after.size);
  });

  it('puts the place for a new meld last', () => {
    expect(fit(FULL, room(820, 760)).rows.at(-1)!.at(-1)).toBe(NEW_MELD);
  });

  it('gives a very long meld a row of its own', () => {
    const found = fit([{ id: 'long', tiles: 13 }], room(360, 500));
    expect(found.spots.get('long')!.width).toBeGreaterThan(0);
  });
});

describe('the rack', () => {
  const rack = aDraft('-', 'k9 r5 b5 J r3 k5').rack;
  const text = (pieces: readonly { tile: string }[]): string => pieces.map((piece) => piece.tile).join(' ');

  it('sorts by runs and by groups, jokers last', () => {
    expect(text(sorted(rack, 'runs'))).toBe('r3 r5 b5 k5 k9 J');
    expect(text(sorted(rack, 'groups'))).toBe('r3 r5 b5 k5 k9 J');
    expect(text(sorted(aDraft('-', 'r9 b1 r1').rack, 'groups'))).toBe('r1 b1 r9');
  });

  it('leaves a gap where the colour changes', () => {
    const runs = sorted(rack, 'runs');
    const gaps = gapsOf(runs, 'runs');
    expect(text(runs.filter((piece) => gaps.has(piece.key)))).toBe('b5 k5 J');
  });

  it('splits a rack that is too long for one row into even rows', () => {
    const many = aDraft('-', Array.from({ length: 23 }, (_, at) => `r${(at % 13) + 1}`).join(' ')).rack;
    const found = ledges(many, new Set(), { width: 700, most: 40, smallest: 28, rows: 1, between: 4 });
    expect(found.rows.map((row) => row.length)).toEqual([12, 11]);
  });

  it('keeps the row of every tile when some are laid', () => {
    const tiles = aDraft('-', 'r3 r12 b1 b7 b11 b13 y1 y5 y6 y9 y10 k1 k2 k10').rack;
    const space = { width: 700, most: 46, smallest: 28, rows: 2, between: 4 };
    const before = ledges(tiles, gapsOf(tiles, 'runs'), space);
    const rest = tiles.filter((piece) => piece.tile !== 'b7');
    const after = keptLedges(rest, gapsOf(rest, 'runs'), space, before)!;
    expect(after.rows.map(text)).toEqual(before.rows.map((row) => text(row).replace('b7 ', '')));
  });

  it('forms new rows when it is sorted anew', () => {
    const space = { width: 700, most: 46, smallest: 28, rows: 2, between: 4 };
    const before = ledges(sorted(rack, 'runs'), new Set(), space);
    expect(keptLedges(sorted(rack, 'groups').toReversed(), new Set(), space, before)).toBeNull();
  });

  it('uses the largest tiles that fit its rows', () => {
    const many = aDraft('-', Array.from({ length: 31 }, (_, at) => `r${(at % 13) + 1}`).join(' ')).rack;
    const found = ledges(many, new Set(), { width: 338, most: 44, smallest: 28, rows: 3, between: 3 });
    expect(found.rows).toHaveLength(3);
    expect(found.rows.flat()).toHaveLength(31);
    expect(found.size).toBe(28);
    expect(ledges(rack, new Set(), { width: 800, most: 54, smallest: 28, rows: 2, between: 4 }).size).toBe(
      54,
    );
  });
});
