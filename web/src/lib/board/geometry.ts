// Screen geometry on plain numbers: nearest rectangles, neighbours, reading order.

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

export function centre(rect: Rect): Point {
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/** Return the index in a row at which a tile dropped at this point belongs. */
export function indexAt(row: readonly Rect[], x: number): number {
  return row.filter((rect) => centre(rect).x < x).length;
}

/** Return the index of the rectangle nearest to a point and within reach; −1 when there is none. */
export function nearest(rects: readonly Rect[], point: Point, reach: number): number {
  let found = -1;
  let best = reach;
  rects.forEach((rect, at) => {
    const dx = Math.max(rect.left - point.x, 0, point.x - rect.left - rect.width);
    const dy = Math.max(rect.top - point.y, 0, point.y - rect.top - rect.height);
    const distance = Math.hypot(dx, dy);
    if (distance <= best) [found, best] = [at, distance];
  });
  return found;
}

/** Return the visually nearest cell in a direction; the same cell when there is none. */
export function neighbour(cells: readonly Rect[], at: number, direction: Direction): number {
  const here = cells[at];
  if (!here) return at;
  if (direction === 'left' || direction === 'right') {
    const order = readingOrder(cells);
    const next = order.indexOf(at) + (direction === 'right' ? 1 : -1);
    return order[next] ?? at;
  }
  return rowwise(cells, at, direction === 'down' ? 1 : -1);
}

/** Sort cells top to bottom, left to right. Cells of one row overlap vertically. */
export function readingOrder(cells: readonly Rect[]): number[] {
  const rows = rowsOf(cells);
  return rows.flatMap((row) => [...row].sort((a, b) => cells[a]!.left - cells[b]!.left));
}

function rowsOf(cells: readonly Rect[]): number[][] {
  const byTop = cells.map((_, at) => at).sort((a, b) => cells[a]!.top - cells[b]!.top);
  const rows: number[][] = [];
  for (const at of byTop) {
    const row = rows.at(-1);
    const isSameRow = row && cells[at]!.top < centre(cells[row[0]!]!).y;
    if (isSameRow) row.push(at);
    else rows.push([at]);
  }
  return rows;
}

function rowwise(cells: readonly Rect[], at: number, step: number): number {
  const rows = rowsOf(cells);
  const next = rows[rows.findIndex((row) => row.includes(at)) + step];
  if (!next) return at;
  const x = centre(cells[at]!).x;
  const distance = (other: number): number => Math.abs(centre(cells[other]!).x - x);
  return next.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}
