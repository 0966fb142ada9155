// A draft: the table as the player has arranged it so far. Drafts are immutable; every step returns a new
// one.

import { arranged, isMeld, readings, type MeldRules } from './melds';
import { colourOf, isJoker, numberOf, type Table, type Tile } from './tiles';

/** A tile with a client-side key, which tells identical tiles apart on the screen. */
export interface Piece {
  readonly key: string;
  readonly tile: Tile;
}

export interface DraftMeld {
  readonly id: string;
  readonly pieces: readonly Piece[];
}

export interface Draft {
  readonly melds: readonly DraftMeld[];
  readonly rack: readonly Piece[];
}

export const EMPTY_DRAFT: Draft = { melds: [], rack: [] };

let made = 0;

/** Return a key for a meld or tile that is unique on this page. */
export function freshKey(prefix: string): string {
  made += 1;
  return `${prefix}${made}`;
}

export function tableOf(draft: Draft): Table {
  return draft.melds.map((meld) => meld.pieces.map((piece) => piece.tile));
}

export function tilesOf(pieces: readonly Piece[]): Tile[] {
  return pieces.map((piece) => piece.tile);
}

/** Return the pieces with these keys from the rack and the table, in the order of the keys. */
export function find(draft: Draft, keys: readonly string[]): Piece[] {
  const all = [...draft.rack, ...draft.melds.flatMap((meld) => meld.pieces)];
  return keys.flatMap((key) => all.filter((piece) => piece.key === key));
}

export function meldWith(draft: Draft, key: string): DraftMeld | undefined {
  return draft.melds.find((meld) => meld.pieces.some((piece) => piece.key === key));
}

export function isOnRack(draft: Draft, key: string): boolean {
  return draft.rack.some((piece) => piece.key === key);
}

/** Lay pieces into a meld before position `index`, then tidy both the source and the target meld. */
export function layInto(
  draft: Draft,
  keys: readonly string[],
  meldId: string,
  index: number,
  rules: MeldRules,
): Draft {
  const pieces = find(draft, keys);
  const target = draft.melds.find((meld) => meld.id === meldId);
  if (!target || !pieces.length) return draft;
  const before = target.pieces.slice(0, index).filter((piece) => !keys.includes(piece.key)).length;
  const lifted = lift(draft, keys, rules, meldId);
  const melds = lifted.melds.flatMap((meld) =>
    meld.id === meldId
      ? tidied({ ...meld, pieces: meld.pieces.toSpliced(before, 0, ...pieces) }, rules)
      : [meld],
  );
  return { ...lifted, melds: melds.filter((meld) => meld.pieces.length) };
}

/** Lay pieces as a new meld at the end of the table. */
export function layNew(draft: Draft, keys: readonly string[], rules: MeldRules): Draft {
  const pieces = find(draft, keys);
  if (!pieces.length) return draft;
  const lifted = lift(draft, keys, rules);
  const melds = tidied({ id: freshKey('m'), pieces }, rules);
  return { ...lifted, melds: [...lifted.melds, ...melds] };
}

/**
 * Swap keys between identical tiles so that the tiles to take back are the player's own: R-TURN-05 counts
 * tiles by kind. Returns the new draft and the new keys of the same tiles.
 */
export function withOwn(
  draft: Draft,
  keys: readonly string[],
  own: ReadonlySet<string>,
): { draft: Draft; keys: readonly string[] } {
  const spare = draft.melds
    .flatMap((meld) => meld.pieces)
    .filter((piece) => own.has(piece.key) && !keys.includes(piece.key));
  const renamed = new Map<string, string>();
  for (const piece of find(draft, keys)) {
    if (own.has(piece.key)) continue;
    const at = spare.findIndex((other) => other.tile === piece.tile);
    if (at < 0) continue;
    const [mine] = spare.splice(at, 1);
    renamed.set(piece.key, mine!.key).set(mine!.key, piece.key);
  }
  if (!renamed.size) return { draft, keys };
  const rename = (piece: Piece): Piece => ({ ...piece, key: renamed.get(piece.key) ?? piece.key });
  const melds = draft.melds.map((meld) => ({ ...meld, pieces: meld.pieces.map(rename) }));
  return { draft: { ...draft, melds }, keys: keys.map((key) => renamed.get(key) ?? key) };
}

/**
 * Return pieces to the rack before position `index`. Tiles that were on the table when the turn began stay
 * there.
 */
export function takeBack(
  draft: Draft,
  keys: readonly string[],
  index: number,
  own: ReadonlySet<string>,
  rules: MeldRules,
): Draft {
  const mine = keys.filter((key) => own.has(key));
  const pieces = find(draft, mine);
  if (!pieces.length) return draft;
  const before = draft.rack.slice(0, index).filter((piece) => !mine.includes(piece.key)).length;
  const lifted = lift(draft, mine, rules);
  return { ...lifted, rack: lifted.rack.toSpliced(before, 0, ...pieces) };
}

/** Split a meld before this tile. */
export function split(draft: Draft, key: string): Draft {
  const meld = meldWith(draft, key);
  const at = meld?.pieces.findIndex((piece) => piece.key === key) ?? 0;
  if (!meld || at <= 0) return draft;
  const melds = draft.melds.flatMap((other) =>
    other === meld
      ? [
          { id: meld.id, pieces: meld.pieces.slice(0, at) },
          { id: freshKey('m'), pieces: meld.pieces.slice(at) },
        ]
      : [other],
  );
  return { ...draft, melds };
}

/** Replace a joker with a tile. The joker becomes a meld of its own, ready to be used. */
export function freeJoker(draft: Draft, key: string, joker: string, rules: MeldRules): Draft {
  const meld = meldWith(draft, joker);
  const [piece] = find(draft, [key]);
  const [freed] = find(draft, [joker]);
  if (!meld || !piece || !freed || !isJoker(freed.tile)) return draft;
  const lifted = lift(draft, [key], rules, meld.id);
  const melds = lifted.melds.map((other) =>
    other.id === meld.id
      ? { ...other, pieces: other.pieces.map((old) => (old.key === joker ? piece : old)) }
      : other,
  );
  return { ...lifted, melds: [...melds, { id: freshKey('m'), pieces: [freed] }] };
}

/** Whether a tile is exactly the one that a joker represents in its meld. */
export function canFree(meld: DraftMeld, joker: string, tile: Tile, rules: MeldRules): boolean {
  const at = meld.pieces.findIndex((piece) => piece.key === joker);
  if (at < 0 || !isJoker(meld.pieces[at]!.tile) || isJoker(tile)) return false;
  return readings(tilesOf(meld.pieces), rules).some((reading) => {
    const [slot, second] = reading.roles[at]!;
    return (
      slot !== undefined &&
      second === undefined &&
      slot.number === numberOf(tile) &&
      (slot.colours.length === 0 || slot.colours.includes(colourOf(tile)!))
    );
  });
}

/** Remove pieces from the draft, tidy the melds they leave, and drop empty melds. */
function lift(draft: Draft, keys: readonly string[], rules: MeldRules, keep?: string): Draft {
  const stays = (piece: Piece): boolean => !keys.includes(piece.key);
  const melds = draft.melds.flatMap((meld) => {
    const pieces = meld.pieces.filter(stays);
    if (pieces.length === meld.pieces.length) return [meld];
    if (meld.id === keep) return [{ ...meld, pieces }];
    return pieces.length ? tidied({ ...meld, pieces }, rules) : [];
  });
  return { melds, rack: draft.rack.filter(stays) };
}

/** Sort a meld, or split it where that makes two melds. Returns it unchanged when neither works. */
function tidied(meld: DraftMeld, rules: MeldRules): DraftMeld[] {
  const tiles = tilesOf(meld.pieces);
  if (isMeld(tiles, rules)) return [meld];
  const order = arranged(tiles, rules);
  if (order) return [{ ...meld, pieces: inOrder(meld.pieces, order) }];
  const rising = risingPieces(meld.pieces);
  if (!rising) return [meld];
  const halves = twoRuns(rising, rules);
  if (!halves) return [{ ...meld, pieces: rising }];
  return [
    { id: meld.id, pieces: halves[0] },
    { id: freshKey('m'), pieces: halves[1] },
  ];
}

function inOrder(pieces: readonly Piece[], order: readonly Tile[]): Piece[] {
  const left = [...pieces];
  return order.map(
    (tile) =>
      left.splice(
        left.findIndex((piece) => piece.tile === tile),
        1,
      )[0]!,
  );
}

/** Sort number tiles of one colour; null when the row contains anything else. */
function risingPieces(pieces: readonly Piece[]): Piece[] | null {
  const colours = new Set(pieces.map((piece) => colourOf(piece.tile)));
  if (colours.size !== 1 || colours.has(null)) return null;
  return [...pieces].sort((one, other) => numberOf(one.tile) - numberOf(other.tile));
}

/** Split a sorted row at its gap or duplicate when both parts are melds. */
function twoRuns(row: readonly Piece[], rules: MeldRules): [Piece[], Piece[]] | null {
  for (let at = 1; at < row.length; at += 1) {
    const step = numberOf(row[at]!.tile) - numberOf(row[at - 1]!.tile);
    const halves: [Piece[], Piece[]] = [row.slice(0, at), row.slice(at)];
    if (step !== 1 && halves.every((half) => isMeld(tilesOf(half), rules))) return halves;
  }
  return null;
}
