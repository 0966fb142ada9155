// Table layout: the largest tiles at which every meld fits, in rows. A meld keeps its place as long as it
// exists.

export const STEPS = [72, 68, 64, 60, 56, 52, 48, 44, 40, 36, 34, 32, 30, 28, 26, 24];

export const tileGap = (w: number): number => Math.max(1, Math.round(w * 0.045));
export const trayPad = (w: number): number => Math.max(3, Math.round(w * 0.11));
const TALL = 1.34;

const meldGap = (w: number): number => Math.max(7, Math.round(w * 0.3));
const rowGap = (w: number): number => Math.max(6, Math.round(w * 0.2));

/** A meld as the layout sees it: an id, its length in tiles, and the keys of its tiles in order. */
export interface Box {
  readonly id: string;
  readonly tiles: number;
  readonly keys?: readonly string[];
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Fit {
  /** The width of a tile in pixels. */
  readonly size: number;
  readonly spots: ReadonlyMap<string, Spot>;
  readonly rows: readonly (readonly string[])[];
  readonly grid: Grid;
  readonly boxes: readonly Box[];
  readonly room: Room;
  /** Height of the table. Exceeds the room when the table pans. */
  readonly height: number;
  readonly pans: boolean;
  /** Exceeds the room when one meld is wider than the room. */
  readonly width: number;
}

/** The row positions: the top of the first row and the distance between rows. */
export interface Grid {
  readonly top: number;
  readonly pitch: number;
}

export interface Room {
  readonly width: number;
  readonly height: number;
  readonly most: number;
  readonly least: number;
  readonly pad: number;
}

/** Space reserved whenever tiles shrink, so that the next few melds do not shrink them again. */
const SLACK: readonly Box[] = [1, 2, 3].map((n) => ({ id: `slack-${n}`, tiles: 4 }));

/** Tiles may shrink to this share of the minimum to fit a long meld. Beyond that the table pans sideways. */
const SMALLER_FOR_A_LONG_MELD = 0.8;

/** Fit all melds into the room. With a layout `before`, melds stay in place and tiles never grow. */
export function fit(boxes: readonly Box[], room: Room, before?: Fit): Fit {
  if (!before) return arranged(boxes, room) ?? panned(boxes, room);
  return (
    kept(boxes, room, before) ??
    compacted(boxes, room, before) ??
    shrunk([...boxes, ...SLACK], room, before) ??
    shrunk(boxes, room, before) ??
    panned(boxes, room, before)
  );
}

/** Tiles grow only by this factor or more, and only between turns or when the table has become taller. */
const WORTH_GROWING = 1.3;

/**
 * Return the layout that follows the current one. `again` is the layout in which this draft was shown before.
 * A different width, zoom or game starts from scratch.
 */
export function next(
  boxes: readonly Box[],
  room: Room,
  before: Fit | undefined,
  { isNewTurn, again }: { readonly isNewTurn: boolean; readonly again?: Fit | undefined },
): Fit {
  if (!before || !isOfSameTable(boxes, room, before)) return fit(boxes, room);
  if (again?.size === before.size && isOfSameRoom(room, again) && isOf(boxes, again)) return again;
  const found = fit(boxes, room, before);
  const isTaller = room.height > before.room.height * 1.2;
  if (!isNewTurn && !isTaller) return found;
  const anew = fit(boxes, room);
  return anew.size >= found.size * WORTH_GROWING ? anew : found;
}

function isOfSameTable(boxes: readonly Box[], room: Room, { room: old, boxes: known }: Fit): boolean {
  if (old.width !== room.width || old.height <= 0 || old.most !== room.most || old.least !== room.least)
    return false;
  return known.length <= 1 || boxes.some((box) => known.some((other) => other.id === box.id));
}

function isOfSameRoom(room: Room, { room: old }: Fit): boolean {
  return old.width === room.width && old.height === room.height;
}

function isOf(boxes: readonly Box[], { boxes: known }: Fit): boolean {
  const text = (all: readonly Box[]): string =>
    JSON.stringify(all.map(({ id, tiles }) => [id, tiles]).sort());
  return text(boxes) === text(known);
}

/** Lay out from scratch: the largest tiles, rows of about equal length. */
function arranged(boxes: readonly Box[], room: Room): Fit | null {
  const steps = STEPS.filter((step) => step <= room.most && step >= room.least);
  for (const size of steps.length ? steps : [room.least]) {
    const rows = shelves(boxes, size, room.width - 2 * room.pad);
    if (rows && rows.length <= capacity(size, room))
      return placed(balanced(boxes, size, room, rows), size, room);
  }
  return null;
}

/** Keep the tile size and the rows, but close the gaps. */
function compacted(boxes: readonly Box[], room: Room, before: Fit): Fit | null {
  const rows = shelves(boxes, before.size, room.width - 2 * room.pad, before.rows);
  return rows && rows.length <= capacity(before.size, room) ? placed(rows, before.size, room) : null;
}

/** Keep the rows, but with smaller tiles. */
function shrunk(boxes: readonly Box[], room: Room, before: Fit): Fit | null {
  const isReal = (box: Box): boolean => !SLACK.includes(box);
  for (const size of STEPS.filter((step) => step < before.size && step >= room.least)) {
    const rows = shelves(boxes, size, room.width - 2 * room.pad, before.rows);
    if (!rows || rows.length > capacity(size, room)) continue;
    const real = rows.map((row) => row.filter(isReal)).filter((row) => row.length);
    return placed(real, size, room);
  }
  return null;
}

/** Return the minimum tile size, or slightly less if a long meld then fits. */
function panned(boxes: readonly Box[], room: Room, before?: Fit): Fit {
  const longest = boxes.reduce((one, other) => (other.tiles > one.tiles ? other : one), { id: '', tiles: 0 });
  const inner = room.width - 2 * room.pad;
  const fits = (size: number): boolean => widthOf(longest, size) <= inner;
  const smaller = STEPS.filter((step) => step < room.least && step >= room.least * SMALLER_FOR_A_LONG_MELD);
  const size = fits(room.least) ? room.least : (smaller.find(fits) ?? room.least);
  const isLong = (box: Box): boolean => widthOf(box, size) > inner;
  const short = boxes.filter((box) => !isLong(box));
  const rows = [
    ...boxes.filter(isLong).map((box) => [box]),
    ...(shelves(short, size, inner, before?.rows) ?? []),
  ];
  return placed(rows, size, room);
}

function widthOf(box: Box, size: number): number {
  return box.tiles * size + (Math.ceil(box.tiles) - 1) * tileGap(size) + 2 * trayPad(size);
}

function rowHeight(size: number): number {
  return Math.round(size * TALL) + 2 * trayPad(size);
}

/** Return how many rows fit into the room. */
function capacity(size: number, room: Room): number {
  return Math.floor((room.height - 2 * room.pad + rowGap(size)) / (rowHeight(size) + rowGap(size)));
}

/** Return evenly spaced rows, as many as fit. They stay in place when a row is filled or becomes empty. */
function gridOf(size: number, room: Room, count: number): Grid {
  const most = capacity(size, room);
  const tight = rowHeight(size) + rowGap(size);
  if (count > most) return { top: room.pad, pitch: tight };
  const spare = room.height - 2 * room.pad - (most * tight - rowGap(size));
  const pitch = tight + (most > 1 ? Math.min(spare / (most - 1), size * 0.42) : 0);
  const unused = room.height - 2 * room.pad - (most - 1) * pitch - rowHeight(size);
  return { top: room.pad + unused / 2, pitch };
}

// ── keeping places ──

/** A meld in a row. */
interface Held {
  readonly box: Box;
  x: number;
  readonly width: number;
}

interface Target {
  readonly x: number;
  readonly y: number;
}

/** Place every meld where it was or as near as possible; null when there is no room left. */
function kept(boxes: readonly Box[], room: Room, before: Fit): Fit | null {
  const { size } = before;
  if (size > room.most || size < room.least * SMALLER_FOR_A_LONG_MELD) return null;
  const table = new Rows(room, before);
  const known = new Map(before.boxes.map((box) => [box.id, box]));
  const isSame = (box: Box): boolean =>
    known.get(box.id)?.tiles === box.tiles && String(known.get(box.id)?.keys) === String(box.keys);
  const melds = boxes.filter((box) => box.id !== NEW_MELD);
  for (const box of melds.filter(isSame)) if (!table.keep(box)) return null;
  const changed = melds.filter((box) => !isSame(box));
  for (const box of [...changed.filter(isKnown), ...changed.filter((other) => !isKnown(other))])
    if (!table.place(box, table.wanted(box))) return null;
  const asked = boxes.find((box) => box.id === NEW_MELD);
  if (asked && !table.placeNew(asked)) return null;
  return table.result(boxes);

  function isKnown(box: Box): boolean {
    return known.has(box.id);
  }
}

/** The rows of a table under construction. */
class Rows {
  readonly #room: Room;
  readonly #before: Fit;
  readonly #size: number;
  readonly #count: number;
  /** Tiles cannot shrink any further, so the table pans. */
  readonly #isAtFloor: boolean;
  readonly #rows: Held[][];
  readonly #owner = new Map<string, { readonly id: string; readonly index: number }>();

  constructor(room: Room, before: Fit) {
    [this.#room, this.#before, this.#size] = [room, before, before.size];
    const { top, pitch } = before.grid;
    const fitting = Math.floor((room.height - room.pad - top - rowHeight(before.size)) / pitch + 0.001) + 1;
    this.#isAtFloor = before.pans || !STEPS.some((step) => step < before.size && step >= room.least);
    this.#count = this.#isAtFloor ? Math.max(fitting, before.boxes.length + 2) : fitting;
    this.#rows = Array.from({ length: this.#count }, () => []);
    for (const { id, keys } of before.boxes)
      keys?.forEach((key, index) => this.#owner.set(key, { id, index }));
  }

  /** Put a meld exactly where it was. */
  keep(box: Box): boolean {
    const spot = this.#before.spots.get(box.id)!;
    const row = this.#rows[this.#rowAt(spot.y)];
    row?.push({ box, x: spot.x, width: spot.width });
    return row !== undefined;
  }

  /** Return the upper left corner of a meld at which the tiles it kept do not move. */
  wanted(box: Box): Target {
    const step = this.#size + tileGap(this.#size);
    const index = box.keys?.findIndex((key) => this.#owner.has(key)) ?? -1;
    const own = this.#before.spots.get(box.id);
    const old = index < 0 ? undefined : this.#owner.get(box.keys![index]!)!;
    const sameMeld = own ? box.keys?.findIndex((key) => this.#owner.get(key)?.id === box.id) : index;
    if (own && (sameMeld === undefined || sameMeld < 0)) return own;
    if (own) {
      const was = this.#owner.get(box.keys![sameMeld!]!)!.index;
      return { x: own.x + (was - sameMeld!) * step, y: own.y };
    }
    if (old) {
      const spot = this.#before.spots.get(old.id)!;
      return { x: spot.x + (old.index - index) * step, y: spot.y };
    }
    return this.#centred(box);
  }

  /** Return the place that was shown for a new meld, or else the middle of the table. */
  #centred(box: Box): Target {
    const shown = this.#before.spots.get(NEW_MELD);
    if (shown) return shown;
    const { width, height } = this.#room;
    return { x: (width - widthOf(box, this.#size)) / 2, y: (height - rowHeight(this.#size)) / 2 };
  }

  /** Put a meld as near to its target as possible. Push others aside only when no gap is wide enough. */
  place(box: Box, target: Target): boolean {
    const width = widthOf(box, this.#size);
    const own = this.#rowAt(target.y);
    const near = this.#gapIn(own, width, target, meldGap(this.#size));
    const reach = this.#before.spots.has(box.id) ? Infinity : width;
    if (near !== null && Math.abs(near - target.x) <= reach) return this.#put(box, own, near, width);
    const found =
      this.#nearestGap(width, target, this.#roomy()) ?? this.#nearestGap(width, target, meldGap(this.#size));
    if (found) return this.#put(box, found.row, found.x, width);
    return this.#push(box, own, target.x, width);
  }

  /** Place the drop area for a new meld, smaller where there is little room. */
  placeNew(box: Box): boolean {
    const shown = this.#before.spots.get(NEW_MELD);
    for (const tiles of [box.tiles, 2]) {
      const smaller = { ...box, tiles };
      const width = widthOf(smaller, this.#size);
      const row = shown ? this.#rowAt(shown.y) : -1;
      if (shown && this.#gapIn(row, width, shown, meldGap(this.#size)) === shown.x)
        return this.#put(smaller, row, shown.x, width);
      const found = this.#thriftyGap(width, this.#roomy()) ?? this.#thriftyGap(width, meldGap(this.#size));
      if (found) return this.#put(smaller, found.row, found.x, width);
    }
    return false;
  }

  /** Return a gap that leaves room for one more tile beside a meld. */
  #roomy(): number {
    return meldGap(this.#size) + Math.round(this.#size * 0.75);
  }

  result(boxes: readonly Box[]): Fit {
    const spots = new Map<string, Spot>();
    const height = rowHeight(this.#size);
    this.#rows.forEach((row, index) => {
      row.sort((one, other) => one.x - other.x);
      for (const { box, x, width } of row)
        spots.set(box.id, { x: Math.round(x), y: Math.round(this.#y(index)), width, height });
    });
    const rows = this.#rows.filter((row) => row.length).map((row) => row.map(({ box }) => box.id));
    return finished({ size: this.#size, spots, rows, grid: this.#before.grid, boxes }, this.#room);
  }

  #y(row: number): number {
    return this.#before.grid.top + row * this.#before.grid.pitch;
  }

  #rowAt(y: number): number {
    return Math.round((y - this.#before.grid.top) / this.#before.grid.pitch);
  }

  #put(box: Box, row: number, x: number, width: number): boolean {
    this.#rows[row]!.push({ box, x, width });
    return true;
  }

  /** Return the position in a row nearest to a target; null when no gap is wide enough. */
  #gapIn(row: number, width: number, { x }: Target, margin: number): number | null {
    const held = this.#rows[row];
    if (!held) return null;
    const right = this.#room.width - this.#room.pad;
    if (this.#isAtFloor && !held.length && width > right - this.#room.pad) return this.#room.pad;
    const sorted = [...held].sort((one, other) => one.x - other.x);
    let best: number | null = null;
    let from = this.#room.pad;
    for (const next of [...sorted, null]) {
      const to = (next ? next.x - margin : right) - width;
      const here = Math.min(Math.max(x, from), to);
      if (to >= from && (best === null || Math.abs(here - x) < Math.abs(best - x))) best = here;
      if (next) from = next.x + next.width + margin;
    }
    return best;
  }

  #nearestGap(width: number, target: Target, margin: number): { row: number; x: number } | null {
    let best: { row: number; x: number; far: number } | null = null;
    for (let row = 0; row < this.#count; row += 1) {
      const x = this.#gapIn(row, width, target, margin);
      if (x === null) continue;
      const far = this.#distance(row, x, target);
      if (!best || far < best.far) best = { row, x, far };
    }
    return best;
  }

  /** Return the gap nearest to the middle, at the position that wastes the least space. */
  #thriftyGap(width: number, margin: number): { row: number; x: number } | null {
    const { width: wide, height, pad } = this.#room;
    const middle = { x: (wide - width) / 2, y: (height - rowHeight(this.#size)) / 2 };
    let best: { row: number; x: number; cost: number } | null = null;
    for (let row = 0; row < this.#count; row += 1) {
      for (const x of [middle.x, pad, wide - pad - width]) {
        const near = this.#gapIn(row, width, { x, y: 0 }, margin);
        if (near === null) continue;
        const cost = this.#distance(row, near, middle) + 2 * this.#waste(row, near, width);
        if (!best || cost < best.cost) best = { row, x: near, cost };
      }
    }
    return best;
  }

  /** Return the pixels beside a position that are too narrow for another meld. */
  #waste(row: number, x: number, width: number): number {
    const { pad } = this.#room;
    const gap = meldGap(this.#size);
    const least = widthOf({ id: '', tiles: 3 }, this.#size) + gap;
    const held = this.#rows[row]!;
    const before = Math.max(pad, ...held.filter((one) => one.x < x).map((one) => one.x + one.width + gap));
    const after = Math.min(
      this.#room.width - pad,
      ...held.filter((one) => one.x > x).map((one) => one.x - gap),
    );
    return [x - before, after - x - width].reduce((sum, side) => sum + (side < least ? side : 0), 0);
  }

  /** Return the distance from a target, with the height scaled to the width of the table. */
  #distance(row: number, x: number, target: Target): number {
    const steep = this.#room.width / Math.max(1, this.#room.height);
    return Math.hypot(x - target.x, (this.#y(row) - target.y) * steep);
  }

  /** Push the melds of a row aside as far as needed. */
  #push(box: Box, own: number, x: number, width: number): boolean {
    const gap = meldGap(this.#size);
    const inner = this.#room.width - 2 * this.#room.pad;
    const used = (row: readonly Held[]): number => row.reduce((sum, held) => sum + held.width + gap, width);
    const order = this.#rows.map((_, row) => row).sort((a, b) => Math.abs(a - own) - Math.abs(b - own));
    const row = this.#rows[order.find((other) => used(this.#rows[other]!) <= inner) ?? -1];
    if (!row) return false;
    row.push({ box, x, width });
    row.sort((one, other) => one.x + one.width / 2 - other.x - other.width / 2);
    let from = this.#room.pad;
    for (const held of row) {
      held.x = Math.max(held.x, from);
      from = held.x + held.width + gap;
    }
    let to = this.#room.width - this.#room.pad;
    for (const held of row.toReversed()) {
      held.x = Math.min(held.x, to - held.width);
      to = held.x - gap;
    }
    return true;
  }
}

// ── rows from scratch ──

/**
 * Pack melds first-fit. A meld keeps its old row unless the row overflows; null when one is wider than the
 * room.
 */
function shelves(
  boxes: readonly Box[],
  size: number,
  width: number,
  old?: readonly (readonly string[])[],
): Box[][] | null {
  const rows: Box[][] = old?.map(() => []) ?? [];
  const gap = meldGap(size);
  const used = (row: readonly Box[]): number =>
    row.reduce((sum, box) => sum + widthOf(box, size), 0) + Math.max(0, row.length - 1) * gap;
  const goesInto = (row: Box[], box: Box): boolean =>
    !row.length || used(row) + gap + widthOf(box, size) <= width;
  const homeless: Box[] = [];
  for (const box of boxes) {
    if (widthOf(box, size) > width) return null;
    const home = old?.findIndex((ids) => ids.includes(box.id)) ?? -1;
    if (home >= 0 && goesInto(rows[home]!, box)) rows[home]!.push(box);
    else homeless.push(box);
  }
  for (const box of homeless) {
    const last = box.id === NEW_MELD ? rows.slice(-1) : rows;
    const row = last.find((candidate) => goesInto(candidate, box));
    if (row) row.push(box);
    else rows.push([box]);
  }
  return rows.filter((row) => row.length);
}

/** Keep the place for a new meld last. */
export const NEW_MELD = 'new-meld';

/** Narrow the rows while their number stays the same, so that they have about equal length. */
function balanced(boxes: readonly Box[], size: number, room: Room, rows: Box[][]): Box[][] {
  const full = room.width - 2 * room.pad;
  let best = rows;
  for (let width = full; width > full / 2; width -= 6) {
    const tried = shelves(boxes, size, width);
    if (!tried || tried.length > rows.length) break;
    best = tried;
  }
  return best;
}

function placed(rows: readonly Box[][], size: number, room: Room): Fit {
  const spots = new Map<string, Spot>();
  const grid = gridOf(size, room, rows.length);
  const first = Math.max(0, Math.floor((capacity(size, room) - rows.length) / 2));
  rows.forEach((row, index) => placeRow(row, grid.top + (first + index) * grid.pitch, size, room, spots));
  const ids = rows.map((row) => row.map((box) => box.id));
  return finished({ size, spots, rows: ids, grid, boxes: rows.flat() }, room);
}

function finished(found: Omit<Fit, 'height' | 'width' | 'pans' | 'room'>, room: Room): Fit {
  const spots = [...found.spots.values()];
  const bottom = Math.max(0, ...spots.map((spot) => spot.y + spot.height + room.pad));
  const right = Math.max(0, ...spots.map((spot) => spot.x + spot.width + room.pad));
  return {
    ...found,
    room,
    height: Math.max(bottom, room.height),
    width: Math.max(right, room.width),
    pans: bottom > room.height || right > room.width,
  };
}

function placeRow(row: readonly Box[], y: number, size: number, room: Room, spots: Map<string, Spot>): void {
  const widths = row.map((box) => widthOf(box, size));
  const used = widths.reduce((sum, width) => sum + width, 0) + (row.length - 1) * meldGap(size);
  const spare = Math.max(0, room.width - 2 * room.pad - used);
  const another = widthOf({ id: '', tiles: 3 }, size) + meldGap(size);
  // centred, unless that would split the space that one more meld needs
  const isAside = spare >= another && spare / 2 < another;
  const more = row.length > 1 && !isAside ? Math.min(spare / row.length, size * 0.75) : 0;
  let x = isAside ? room.pad : room.pad + (spare - more * (row.length - 1)) / 2;
  row.forEach((box, at) => {
    spots.set(box.id, { x: Math.round(x), y: Math.round(y), width: widths[at]!, height: rowHeight(size) });
    x += widths[at]! + meldGap(size) + more;
  });
}
