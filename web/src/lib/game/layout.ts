// Table auto-fit: the largest tiles at which every meld fits, on shelves; rows stay put while a turn lasts.

export const STEPS = [72, 68, 64, 60, 56, 52, 48, 44, 40, 36, 34, 32, 30, 28, 26, 24];

export const tileGap = (w: number): number => Math.max(1, Math.round(w * 0.045));
export const trayPad = (w: number): number => Math.max(3, Math.round(w * 0.11));
export const TALL = 1.34;

const meldGap = (w: number): number => Math.max(7, Math.round(w * 0.3));
const rowGap = (w: number): number => Math.max(6, Math.round(w * 0.2));

/** A meld as the layout sees it: an id and how long it is, in tiles. */
export interface Box {
  readonly id: string;
  readonly tiles: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Fit {
  /** The width of a tile. */
  readonly size: number;
  readonly spots: ReadonlyMap<string, Spot>;
  readonly rows: readonly (readonly string[])[];
  /** How tall the table is; more than the room when it has to be panned. */
  readonly height: number;
  readonly pans: boolean;
  /** More than the room when one meld is longer than it. */
  readonly width: number;
}

export interface Room {
  readonly width: number;
  readonly height: number;
  readonly most: number;
  readonly least: number;
  readonly pad: number;
}

/** A meld that is too long may make the tiles a little smaller than the floor; beyond that the table pans sideways. */
const SMALLER_FOR_A_LONG_MELD = 0.8;

/** Fit all melds into the room; `before` keeps rows and never lets tiles grow while a turn lasts. */
export function fit(boxes: readonly Box[], room: Room, before?: Fit): Fit {
  const most = before ? Math.min(room.most, before.size) : room.most;
  const steps = STEPS.filter((step) => step <= most && step >= room.least);
  for (const size of steps.length ? steps : [room.least]) {
    const rows = shelves(boxes, size, room.width - 2 * room.pad, before?.rows);
    if (rows && needed(rows.length, size, room.pad) <= room.height) {
      return placed(before ? rows : balanced(boxes, size, room, rows), size, room, false);
    }
  }
  return panned(boxes, room, before);
}

/** The floor, or a little less where a long meld then fits. */
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
  const pans = needed(rows.length, size, room.pad) > room.height || !fits(size);
  return placed(rows, size, room, pans);
}

export function widthOf(box: Box, size: number): number {
  return box.tiles * size + (Math.ceil(box.tiles) - 1) * tileGap(size) + 2 * trayPad(size);
}

function rowHeight(size: number): number {
  return Math.round(size * TALL) + 2 * trayPad(size);
}

function needed(rows: number, size: number, pad: number): number {
  return rows * rowHeight(size) + (rows - 1) * rowGap(size) + 2 * pad;
}

/** First-fit shelves. A meld keeps its old row unless the row overflows; null when one is wider than the room. */
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

/** The place for a new meld is always last. */
export const NEW_MELD = 'new-meld';

/** Shrink the shelves while the number of rows stays, so that rows are about equally long. */
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

function placed(rows: readonly Box[][], size: number, room: Room, pans: boolean): Fit {
  const spots = new Map<string, Spot>();
  const tall = rowHeight(size);
  const need = needed(rows.length, size, room.pad);
  const spare = pans ? 0 : Math.max(0, room.height - need);
  const extra = rows.length > 1 ? Math.min(spare / (rows.length + 1), size * 0.42) : 0;
  const step = tall + rowGap(size) + extra;
  let y = room.pad + Math.max(0, spare - extra * (rows.length - 1)) / 2;
  for (const row of rows) {
    placeRow(row, y, size, room, spots);
    y += step;
  }
  return {
    size,
    spots,
    rows: rows.map((row) => row.map((box) => box.id)),
    height: Math.max(need, room.height),
    pans,
    width: Math.max(room.width, ...[...spots.values()].map((spot) => spot.x + spot.width + room.pad)),
  };
}

function placeRow(row: readonly Box[], y: number, size: number, room: Room, spots: Map<string, Spot>): void {
  const widths = row.map((box) => widthOf(box, size));
  const used = widths.reduce((sum, width) => sum + width, 0) + (row.length - 1) * meldGap(size);
  const spare = Math.max(0, room.width - 2 * room.pad - used);
  const more = row.length > 1 ? Math.min(spare / row.length, size * 0.75) : 0;
  let x = room.pad + (spare - more * (row.length - 1)) / 2;
  row.forEach((box, at) => {
    spots.set(box.id, { x: Math.round(x), y: Math.round(y), width: widths[at]!, height: rowHeight(size) });
    x += widths[at]! + meldGap(size) + more;
  });
}
