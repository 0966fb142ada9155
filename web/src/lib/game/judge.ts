// Lists the problems that keep a draft from ending the turn. Only for display: the server decides.

import { tilesOf, type Draft, type DraftMeld } from './draft';
import { faultOf, valueOf, type MeldFault, type MeldRules } from './melds';
import { isJoker, type Tile } from './tiles';

/** The knobs of the edition that the check reads. */
export interface TurnRules extends MeldRules {
  readonly initial_meld_min: number;
  readonly joker_in_initial_meld: boolean;
  readonly manipulate_in_initial_turn: boolean;
}

export type Problem =
  | {
      readonly kind: 'broken';
      readonly meld: string;
      readonly fault: MeldFault;
      readonly tiles: readonly Tile[];
    }
  | { readonly kind: 'points'; readonly have: number; readonly need: number }
  | { readonly kind: 'touched'; readonly meld: string }
  | { readonly kind: 'joker-too-early'; readonly meld: string }
  | { readonly kind: 'nothing-laid' };

export interface Judgement {
  readonly problems: readonly Problem[];
  /** How many tiles the player has laid from the rack. */
  readonly laid: number;
  /** Points of the initial meld so far. */
  readonly points: number;
  readonly isTouched: boolean;
}

/** Check a draft against the start of the turn. */
export function judge(draft: Draft, begun: Draft, rules: TurnRules, hasMelded: boolean): Judgement {
  const own = new Set(begun.rack.map((piece) => piece.key));
  const laid = draft.melds.flatMap((meld) => meld.pieces).filter((piece) => own.has(piece.key));
  const fresh = draft.melds.filter((meld) => meld.pieces.every((piece) => own.has(piece.key)));
  const points = fresh.reduce((sum, meld) => sum + valueOf(tilesOf(meld.pieces), rules), 0);
  const isTouched = laid.length > 0 || !sameMelds(draft, begun);
  const problems: Problem[] = [...broken(draft, rules)];
  if (!hasMelded) problems.push(...early(draft, begun, own, rules));
  if (!hasMelded && laid.length && points < rules.initial_meld_min) {
    problems.push({ kind: 'points', have: points, need: rules.initial_meld_min });
  }
  if (isTouched && !laid.length) problems.push({ kind: 'nothing-laid' });
  return { problems, laid: laid.length, points, isTouched };
}

function broken(draft: Draft, rules: MeldRules): Problem[] {
  return draft.melds.flatMap((meld) => {
    const tiles = tilesOf(meld.pieces);
    const fault = faultOf(tiles, rules);
    return fault ? [{ kind: 'broken' as const, meld: meld.id, fault, tiles }] : [];
  });
}

/** R-MELD-05, R-MELD-06: list the moves that are not allowed before or in the turn of the initial meld. */
function early(draft: Draft, begun: Draft, own: ReadonlySet<string>, rules: TurnRules): Problem[] {
  const problems: Problem[] = [];
  const old = new Set(begun.melds.map(signature));
  for (const meld of draft.melds) {
    const isMine = meld.pieces.every((piece) => own.has(piece.key));
    if (!isMine && !old.has(signature(meld)) && !rules.manipulate_in_initial_turn) {
      problems.push({ kind: 'touched', meld: meld.id });
    }
    const joker = meld.pieces.some((piece) => own.has(piece.key) && isJoker(piece.tile));
    if (joker && !rules.joker_in_initial_meld) problems.push({ kind: 'joker-too-early', meld: meld.id });
  }
  return problems;
}

function sameMelds(one: Draft, other: Draft): boolean {
  return one.melds.map(signature).sort().join('|') === other.melds.map(signature).sort().join('|');
}

export function signature(meld: DraftMeld): string {
  return meld.pieces.map((piece) => piece.key).join(' ');
}

/** Return the tiles laid from the rack and the tiles moved on the table in this turn. */
export function marksOf(draft: Draft, begun: Draft): Map<string, 'mine' | 'moved'> {
  const home = new Map(
    begun.melds.flatMap((meld) => meld.pieces.map((piece) => [piece.key, mates(meld, piece.key)])),
  );
  const marks = new Map<string, 'mine' | 'moved'>();
  for (const meld of draft.melds) {
    for (const piece of meld.pieces) {
      const old = home.get(piece.key);
      if (!old) marks.set(piece.key, 'mine');
      else if (!meld.pieces.some((other) => other.key !== piece.key && old.has(other.key)))
        marks.set(piece.key, 'moved');
    }
  }
  return marks;
}

function mates(meld: DraftMeld, key: string): Set<string> {
  return new Set(meld.pieces.filter((piece) => piece.key !== key).map((piece) => piece.key));
}
