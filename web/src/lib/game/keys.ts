// Assigns keys to the tiles of a new server view. Tiles that stayed keep their keys, so that moves can be
// animated.

import { freshKey, type Draft, type DraftMeld, type Piece } from './draft';
import type { Table, Tile } from './tiles';

/** Give every tile of a new table and rack a key, reusing the keys of the current draft where possible. */
export function rekeyed(table: Table, rack: readonly Tile[], shown: Draft): Draft {
  const spare = [...shown.melds.flatMap((meld) => meld.pieces), ...shown.rack];
  const melds = pairUp(table, shown.melds).map(([tiles, old]) => ({
    tiles,
    old,
    pieces: claim(tiles, old, spare),
  }));
  const fromRack = [...shown.rack].filter((piece) => spare.includes(piece));
  const kept = keepOrder(rack, fromRack, spare);
  return {
    melds: melds.map(({ tiles, old, pieces }) => ({
      id: old?.id ?? freshKey('m'),
      pieces: tiles.map((tile, at) => pieces[at] ?? take(spare, tile) ?? { key: freshKey('t'), tile }),
    })),
    rack: kept,
  };
}

/** Match each new meld with the old one that shares most tiles. Each old meld is used at most once. */
function pairUp(table: Table, olds: readonly DraftMeld[]): [readonly Tile[], DraftMeld | undefined][] {
  const pairs = table.flatMap((tiles, at) => olds.map((old) => ({ at, old, shared: shared(tiles, old) })));
  pairs.sort((one, other) => other.shared - one.shared || one.at - other.at);
  const chosen = new Map<number, DraftMeld>();
  const used = new Set<string>();
  for (const { at, old, shared: worth } of pairs) {
    if (worth <= 0 || chosen.has(at) || used.has(old.id)) continue;
    chosen.set(at, old);
    used.add(old.id);
  }
  return table.map((tiles, at) => [tiles, chosen.get(at)]);
}

function shared(tiles: readonly Tile[], old: DraftMeld): number {
  const left = [...tiles];
  let found = 0;
  for (const piece of old.pieces) {
    const at = left.indexOf(piece.tile);
    if (at < 0) continue;
    left.splice(at, 1);
    found += 1;
  }
  return found === tiles.length && found === old.pieces.length ? found + 1 : found;
}

/** Return the pieces that a new meld keeps from its old one, by position. */
function claim(tiles: readonly Tile[], old: DraftMeld | undefined, spare: Piece[]): (Piece | undefined)[] {
  const mine = [...(old?.pieces ?? [])];
  return tiles.map((tile) => {
    const at = mine.findIndex((piece) => piece.tile === tile);
    if (at < 0) return undefined;
    const [piece] = mine.splice(at, 1);
    spare.splice(spare.indexOf(piece!), 1);
    return piece;
  });
}

function take(spare: Piece[], tile: Tile): Piece | undefined {
  const at = spare.findIndex((piece) => piece.tile === tile);
  return at < 0 ? undefined : spare.splice(at, 1)[0];
}

/** Keep the player's order of the rack. New tiles come last. */
function keepOrder(rack: readonly Tile[], shown: readonly Piece[], spare: Piece[]): Piece[] {
  const left = [...rack];
  const kept = shown.filter((piece) => {
    const at = left.indexOf(piece.tile);
    if (at < 0) return false;
    left.splice(at, 1);
    spare.splice(spare.indexOf(piece), 1);
    return true;
  });
  return [...kept, ...left.map((tile) => take(spare, tile) ?? { key: freshKey('t'), tile })];
}
