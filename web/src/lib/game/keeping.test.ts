import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, type Draft } from './draft';
import { rekeyed } from './keys';
import { fit, next, NEW_MELD, type Box, type Fit, type Room } from './layout';

const DESKTOP: Room = { width: 1140, height: 560, most: 52, least: 24, pad: 18 };
const ROOMS: [string, Room][] = [
  ['a desktop', DESKTOP],
  ['a phone', { width: 390, height: 545, most: 48, least: 28, pad: 8 }],
  ['a small phone', { width: 360, height: 310, most: 48, least: 28, pad: 8 }],
  ['a phone on its side', { width: 624, height: 318, most: 48, least: 28, pad: 8 }],
];

/** A seeded random generator of numbers below n. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
}

interface Limits {
  readonly most: number;
  readonly longest: number;
}
const FULL: Limits = { most: 28, longest: 9 };
const ROOMY: Limits = { most: 8, longest: 5 };

/** A table of tiles without faces: only keys and counts matter. */
class Melds {
  #made = 0;
  melds: { id: string; keys: string[] }[] = [];
  readonly #below: (n: number) => number;

  constructor(seed: number) {
    this.#below = numbers(seed);
  }

  /** One random play: a new meld, or one that grows, shrinks, splits or disappears. */
  play({ most, longest }: Limits): void {
    const meld = this.melds[this.#below(this.melds.length)];
    const kind = this.#below(10);
    if (!meld || (kind < 4 && this.melds.length < most)) this.#add(this.#tiles(3 + this.#below(3)));
    else if (kind < 6) meld.keys = [...this.#tiles(1), ...meld.keys];
    else if (kind < 8) meld.keys = [...meld.keys, ...this.#tiles(1 + this.#below(2))];
    else if (kind === 8 && meld.keys.length > 5) this.#add(meld.keys.splice(3));
    else if (meld.keys.length > 3) meld.keys.pop();
    else this.melds = this.melds.filter((other) => other !== meld);
    for (const long of this.melds.filter(({ keys }) => keys.length > longest)) {
      const rest = long.keys.splice(4);
      if (this.melds.length < most) this.#add(rest);
    }
  }

  get boxes(): Box[] {
    const boxes = this.melds.map(({ id, keys }) => ({ id, tiles: keys.length, keys: [...keys] }));
    return [...boxes, { id: NEW_MELD, tiles: 3 }];
  }

  #add(keys: string[]): void {
    this.melds = [...this.melds, { id: `m${this.#made++}`, keys }];
  }

  #tiles(count: number): string[] {
    return Array.from({ length: count }, () => `t${this.#made++}`);
  }
}

function faults({ spots }: Fit, room: Room): string[] {
  const all = [...spots];
  const outside = all.filter(([, spot]) => spot.x < room.pad || spot.x + spot.width > room.width - room.pad);
  const overlapping = all.filter(([id, one]) =>
    all.some(
      ([other, two]) =>
        id !== other &&
        one.x < two.x + two.width &&
        two.x < one.x + one.width &&
        one.y < two.y + two.height &&
        two.y < one.y + one.height,
    ),
  );
  return [...outside, ...overlapping].map(([id]) => id);
}

/** Return the melds with unchanged tiles, and those among them that moved or changed size. */
function moved(before: Fit, after: Fit): { untouched: string[]; moved: string[] } {
  const old = new Map(before.boxes.map((box) => [box.id, String(box.keys)]));
  const untouched = after.boxes
    .filter((box) => box.id !== NEW_MELD && old.get(box.id) === String(box.keys))
    .map((box) => box.id);
  const place = (of: Fit, id: string): string => `${of.size} ${of.spots.get(id)!.x} ${of.spots.get(id)!.y}`;
  return { untouched, moved: untouched.filter((id) => place(before, id) !== place(after, id)) };
}

/** Return the layouts of a random game. */
function layouts(seed: number, room: Room, limits: Limits): Fit[] {
  const table = new Melds(seed);
  const found: Fit[] = [fit(table.boxes, room)];
  for (let turn = 0; turn < 80; turn += 1) {
    table.play(limits);
    found.push(next(table.boxes, room, found.at(-1), { isNewTurn: true }));
  }
  return found;
}

const SEEDS = Array.from({ length: 10 }, (_, at) => at + 1);

describe('melds in random games', () => {
  it.each(ROOMS)('stay inside the width and never overlap, on %s', (_, room) => {
    const wrong = SEEDS.flatMap((seed) => layouts(seed, room, FULL)).flatMap((found) => faults(found, room));
    expect(wrong).toEqual([]);
  });

  it.each(ROOMS)('are all placed, on %s', (_, room) => {
    for (const found of SEEDS.flatMap((seed) => layouts(seed, room, FULL)))
      expect([...found.spots.keys()].sort()).toEqual(found.boxes.map((box) => box.id).sort());
  });

  it('never move while the table has room', () => {
    for (const seed of SEEDS) {
      const found = layouts(seed, DESKTOP, ROOMY);
      found.slice(1).forEach((after, at) => expect(moved(found[at]!, after).moved).toEqual([]));
    }
  });

  it.each(ROOMS)('rarely move when the table is full, on %s', (_, room) => {
    const shares = SEEDS.flatMap((seed) => {
      const found = layouts(seed, room, FULL);
      return found.slice(1).map((after, at) => {
        const turn = moved(found[at]!, after);
        return turn.moved.length / Math.max(1, turn.untouched.length);
      });
    });
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.1);
  });
});

describe('a meld', () => {
  const box = (id: string, ...keys: string[]): Box => ({ id, tiles: keys.length, keys });
  const [one, two] = [box('a', 't1', 't2', 't3', 't4', 't5', 't6'), box('b', 't7', 't8', 't9')];
  const before = fit([one, two], DESKTOP);
  const after = (...boxes: Box[]): Fit => next(boxes, DESKTOP, before, { isNewTurn: false });
  const tileAt = (of: Fit, id: string, key: string): number => {
    const index = of.boxes.find((other) => other.id === id)!.keys!.indexOf(key);
    return of.spots.get(id)!.x + index * (of.size + 2);
  };

  it('keeps its tiles in place when one is added before them', () => {
    const found = after(box('a', 'new', 't1', 't2', 't3', 't4', 't5', 't6'), two);
    expect(tileAt(found, 'a', 't1')).toBe(tileAt(before, 'a', 't1'));
  });

  it('keeps its tiles in place when the first one is removed', () => {
    const found = after(box('a', 't2', 't3', 't4', 't5', 't6'), two);
    expect(tileAt(found, 'a', 't2')).toBe(tileAt(before, 'a', 't2'));
  });

  it('leaves its second part beside the first when it is split', () => {
    const found = after(box('a', 't1', 't2', 't3'), box('c', 't4', 't5', 't6'), two);
    expect(found.spots.get('c')!.y).toBe(before.spots.get('a')!.y);
    expect(tileAt(found, 'c', 't4') - tileAt(before, 'a', 't4')).toBeLessThan(found.size);
  });

  it('appears at the place shown for a new meld', () => {
    const start = fit([one, two, { id: NEW_MELD, tiles: 3 }], DESKTOP);
    const found = next([one, two, box('c', 'x', 'y', 'z')], DESKTOP, start, { isNewTurn: false });
    expect(found.spots.get('c')).toEqual(start.spots.get(NEW_MELD));
  });

  it('returns to its place after an undo', () => {
    const step = after(two);
    const found = next([one, two], DESKTOP, step, { isNewTurn: false, again: before });
    expect(found).toBe(before);
  });

  it('stays in place when a strip takes some of the height', () => {
    const found = next([one, two], { ...DESKTOP, height: 500 }, before, { isNewTurn: false });
    expect(found.spots).toEqual(before.spots);
  });
});

describe('the table', () => {
  const melds = Array.from({ length: 12 }, (_, at) => ({ id: `m${at}`, tiles: 4 }));

  it.each([0, 60])('starts from scratch when its height was %i before it was measured', (height) => {
    const before = fit(melds, { ...DESKTOP, height });
    const found = next(melds, DESKTOP, before, { isNewTurn: false });
    expect(found.size).toBe(fit(melds, DESKTOP).size);
  });
});

describe('the melds of a recorded game', () => {
  const text = readFileSync('../spec/games/classic-en-four-players.game', 'utf8');
  const plays = [...text.matchAll(/^\d+\. [^:]+: play (.*)$/gm)].map(([, table]) =>
    [...table!.matchAll(/\[([^\]]*)\]/g)].map(([, meld]) => meld!.split(' ')),
  );

  it('stay in place in nine of ten cases when no player touched them', () => {
    let draft: Draft = EMPTY_DRAFT;
    let before: Fit | undefined;
    const counts = { untouched: 0, moved: 0 };
    for (const table of plays) {
      draft = rekeyed(table, [], draft);
      const boxes = draft.melds.map(({ id, pieces }) => ({
        id,
        tiles: pieces.length,
        keys: pieces.map((piece) => piece.key),
      }));
      const found = next([...boxes, { id: NEW_MELD, tiles: 3 }], DESKTOP, before, { isNewTurn: true });
      const turn = before ? moved(before, found) : { untouched: [], moved: [] };
      counts.untouched += turn.untouched.length;
      counts.moved += turn.moved.length;
      before = found;
    }
    expect(counts.moved / counts.untouched).toBeLessThan(0.1);
  });
});
