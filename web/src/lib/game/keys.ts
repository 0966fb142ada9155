// Keys for alike tiles: when a new table comes from the server, tiles that stayed keep their key, so that they can move.

import { freshKey, type Draft, type DraftMeld, type Piece } from './draft';
import type { Table, Tile } from './tiles';

/** Give every tile of a new table and rack a key, from the draft that is on the screen as far as it goes. */
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

/** Each new meld with the old one it shares most tiles with; an old meld is given away once. */
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

/** The pieces of its old meld that a new one keeps, place by place. */
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

/** The own order of the rack: what is still there stays in place, what is new comes last. */
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
