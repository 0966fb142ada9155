// The rack: sorting, gaps between runs or groups, and rows that fit the screen.

import type { Piece } from './draft';
import { colourOf, numberOf, orderOf } from './tiles';

export type SortBy = 'runs' | 'groups';

/** Sort by runs (colour, then number) or by groups (number, then colour); jokers last. */
export function sorted(rack: readonly Piece[], by: SortBy): Piece[] {
  const rank = (piece: Piece): number => {
    const order = orderOf(piece.tile);
    if (by === 'runs' || order >= 52) return order;
    return numberOf(piece.tile) * 4 + Math.floor(order / 13) - 4;
  };
  return [...rack].sort((one, other) => rank(one) - rank(other));
}

/** Return the keys that have a gap before them: where the colour changes, or around tiles of one number. */
export function gapsOf(rack: readonly Piece[], by: SortBy): Set<string> {
  const kin = (one: Piece, other: Piece): boolean =>
    by === 'runs' ? colourOf(one.tile) === colourOf(other.tile) : numberOf(one.tile) === numberOf(other.tile);
  const gaps = new Set<string>();
  for (let at = 1; at < rack.length; at += 1) {
    const [before, here] = [rack[at - 1]!, rack[at]!];
    const wasTogether = at > 1 && kin(rack[at - 2]!, before);
    const isTogether = at + 1 < rack.length && kin(here, rack[at + 1]!);
    if (!kin(before, here) && (by === 'runs' || wasTogether || isTogether)) gaps.add(here.key);
  }
  return gaps;
}

export interface Ledges {
  readonly size: number;
  readonly rows: readonly (readonly Piece[])[];
  readonly hasGaps: boolean;
}

/** The space for the rack; `between` is the distance of two tiles in pixels. */
export interface RackRoom {
  readonly width: number;
  readonly most: number;
  readonly smallest: number;
  readonly rows: number;
  readonly between: number;
}

const GAP = 0.45;
const NO_GAPS: ReadonlySet<string> = new Set();

/** Keep the rows and the tile size if tiles were only removed, or added at the end; null otherwise. */
export function keptLedges(
  rack: readonly Piece[],
  gaps: ReadonlySet<string>,
  room: RackRoom,
  before: Ledges,
): Ledges | null {
  const left = new Set(rack.map((piece) => piece.key));
  const rows = before.rows.map((row) => row.filter((piece) => left.has(piece.key)));
  const known = rows.flat();
  if (!known.length || known.some((piece, at) => piece.key !== rack[at]!.key)) return null;
  const end = rows.findLastIndex((row) => row.length > 0);
  rows[end] = [...rows[end]!, ...rack.slice(known.length)];
  const shown = before.hasGaps ? gaps : NO_GAPS;
  const most = (room.width + room.between) / (before.size + room.between);
  return rows.every((row) => lengthOf(row, shown) <= most) ? { ...before, rows } : null;
}

/** Split the rack into rows with the largest tiles that fit. */
export function ledges(rack: readonly Piece[], gaps: ReadonlySet<string>, room: RackRoom): Ledges {
  const { between } = room;
  for (let size = room.most; size > room.smallest; size -= 2) {
    // below this size, larger tiles matter more than gaps
    const shown = size < room.most * 0.86 ? NO_GAPS : gaps;
    const rows = wrap(rack, shown, (room.width + between) / (size + between), room.rows);
    if (rows.length <= room.rows) return { size, rows: padded(rows, room.rows), hasGaps: shown === gaps };
  }
  const size = room.smallest;
  const most = Math.max(1, Math.floor((room.width + between) / (size + between)));
  const count = Math.max(1, Math.ceil(rack.length / most));
  const rows = wrap(rack, NO_GAPS, Math.max(1, Math.ceil(rack.length / count)), 99);
  return { size, rows: padded(rows, room.rows), hasGaps: false };
}

/** Fill row after row. With two rows or more, break at a gap near the middle when both sides fit. */
function wrap(rack: readonly Piece[], gaps: ReadonlySet<string>, width: number, most: number): Piece[][] {
  const total = lengthOf(rack, gaps);
  const rows: Piece[][] = [[]];
  const share = most > 1 ? Math.min(width, Math.max(total / most, width * 0.55)) : width;
  for (const piece of rack) {
    const row = rows.at(-1)!;
    const next = lengthOf([...row, piece], gaps);
    const isNaturalBreak = gaps.has(piece.key) && row.length > 0 && next > share && rows.length < most;
    if (row.length && (next > width || isNaturalBreak)) rows.push([piece]);
    else row.push(piece);
  }
  return rows;
}

function lengthOf(row: readonly Piece[], gaps: ReadonlySet<string>): number {
  return row.reduce((sum, piece, at) => sum + 1 + (at > 0 && gaps.has(piece.key) ? GAP : 0), 0);
}

function padded(rows: Piece[][], count: number): Piece[][] {
  return rows.length >= count ? rows : [...rows, ...Array.from({ length: count - rows.length }, () => [])];
}
