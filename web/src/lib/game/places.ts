// Finds the places for the tiles in hand, which the table shows as bays.

import { canFree, tilesOf, type Draft, type DraftMeld, type Piece } from './draft';
import { arranged, isMeld, isPromising, type MeldRules } from './melds';
import { isJoker, type Tile } from './tiles';

export interface Place {
  readonly meld: string;
  /** The tile before which the tiles in hand are inserted. */
  readonly index: number;
  /** `swap`: replace a joker; `split`: the meld becomes two. */
  readonly kind: 'start' | 'end' | 'inside' | 'split' | 'swap';
  /** The joker that is replaced. */
  readonly joker?: string;
}

/** Return every place where these pieces extend or improve a meld. */
export function placesFor(hand: readonly Piece[], draft: Draft, rules: MeldRules): Place[] {
  if (!hand.length) return [];
  const keys = new Set(hand.map((piece) => piece.key));
  return draft.melds
    .map((meld) => ({ ...meld, pieces: meld.pieces.filter((piece) => !keys.has(piece.key)) }))
    .filter((meld) => meld.pieces.length)
    .flatMap((meld) => [...placesIn(meld, tilesOf(hand), rules), ...swapsIn(meld, hand, rules)]);
}

function placesIn(meld: DraftMeld, hand: readonly Tile[], rules: MeldRules): Place[] {
  const row = tilesOf(meld.pieces);
  const ordered = arranged(hand, rules) ?? [...hand].sort(byNumber);
  const found: Place[] = [];
  for (let index = 0; index <= row.length; index += 1) {
    const whole = row.toSpliced(index, 0, ...ordered);
    if (isMeld(whole, rules) || (whole.length < 3 && isPromising(whole, rules) && index === row.length)) {
      const kind = index === 0 ? 'start' : index === row.length ? 'end' : 'inside';
      found.push({ meld: meld.id, index, kind });
    } else if (splitsWell(row, ordered, index, rules)) {
      found.push({ meld: meld.id, index, kind: 'split' });
    }
  }
  return isGroup(found, row) ? found.slice(-1) : found;
}

/** Whether every position fits, as in a group. The positions are equivalent, so one bay is enough. */
function isGroup(found: readonly Place[], row: readonly Tile[]): boolean {
  return found.length === row.length + 1 && found.length > 1;
}

function splitsWell(row: readonly Tile[], hand: readonly Tile[], index: number, rules: MeldRules): boolean {
  if (index === 0 || index === row.length) return false;
  const left = [...row.slice(0, index), ...hand];
  const right = row.slice(index);
  return isMeld(left, rules) && isMeld(right, rules) && hand.length === 1 && !isJoker(hand[0]!);
}

function swapsIn(meld: DraftMeld, hand: readonly Piece[], rules: MeldRules): Place[] {
  if (hand.length !== 1) return [];
  return meld.pieces.flatMap((piece, index) =>
    canFree(meld, piece.key, hand[0]!.tile, rules)
      ? [{ meld: meld.id, index, kind: 'swap' as const, joker: piece.key }]
      : [],
  );
}

function byNumber(one: Tile, other: Tile): number {
  return Number(one.slice(1) || 0) - Number(other.slice(1) || 0);
}
