// Tiles in notation: `r7` is red seven, `J` a classic joker. Identical tiles are equal strings, so count
// them.

export type Tile = string;
export type Meld = readonly Tile[];
export type Table = readonly Meld[];
export type Colour = 'r' | 'b' | 'y' | 'k';

export const COLOURS: readonly Colour[] = ['r', 'b', 'y', 'k'];
export const LOWEST = 1;
export const HIGHEST = 13;

export const CLASSIC = 'J';
export const DOUBLE = 'D';
export const COLOUR_CHANGE = 'C';
export const MIRROR = 'M';
const JOKERS = 'JDCM';

/** Whether it is one of the jokers that only Twist has. */
export function isSpecial(tile: Tile): boolean {
  return tile === DOUBLE || tile === COLOUR_CHANGE || tile === MIRROR;
}

export function isJoker(tile: Tile): boolean {
  return JOKERS.includes(tile);
}

/** The printed number; 0 for a joker. */
export function numberOf(tile: Tile): number {
  return isJoker(tile) ? 0 : Number(tile.slice(1));
}

/** The printed colour; null for a joker. */
export function colourOf(tile: Tile): Colour | null {
  return isJoker(tile) ? null : (tile[0] as Colour);
}

/** Sort position: by colour, then number, jokers last. */
export function orderOf(tile: Tile): number {
  if (isJoker(tile)) return 52 + JOKERS.indexOf(tile);
  return COLOURS.indexOf(tile[0] as Colour) * HIGHEST + numberOf(tile) - 1;
}

export function numberTiles(tiles: Meld): Tile[] {
  return tiles.filter((tile) => !isJoker(tile));
}

/** Count each kind of tile. */
export function count(tiles: Iterable<Tile>): Map<Tile, number> {
  const counts = new Map<Tile, number>();
  for (const tile of tiles) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return counts;
}

/** Remove tiles from a list, one occurrence for each tile removed. */
export function without(tiles: readonly Tile[], taken: readonly Tile[]): Tile[] {
  const gone = count(taken);
  return tiles.filter((tile) => {
    const left = gone.get(tile) ?? 0;
    if (left > 0) gone.set(tile, left - 1);
    return left === 0;
  });
}

export function sameTiles(one: readonly Tile[], other: readonly Tile[]): boolean {
  return one.length === other.length && without(one, other).length === 0;
}

/** Parse tiles: `rack('r7 b7 J')`; `-` is an empty rack. */
export function readRack(text: string): Tile[] {
  return text.trim() === '-' ? [] : (text.match(/[^\s,[\]|]+/g) ?? []).map(readTile);
}

/** Parse a table: `[r3 r4 r5] [k9 y9 J]`, or with bars between melds. */
export function readTable(text: string): Tile[][] {
  if (text.trim() === '-' || text.trim() === '') return [];
  const rows = text.includes('[') ? (text.match(/\[[^\]]*\]/g) ?? []) : text.split('|');
  return rows.map((row) => readRack(row));
}

export function printTable(table: Table): string {
  return table.map((meld) => `[${meld.join(' ')}]`).join(' ') || '-';
}

function readTile(word: string): Tile {
  const tile = JOKERS.includes(word.toUpperCase()) ? word.toUpperCase() : word.toLowerCase();
  if (!/^([JDCM]|[rbyk]([1-9]|1[0-3]))$/.test(tile)) throw new Error(`no tile '${word}'`);
  return tile;
}
