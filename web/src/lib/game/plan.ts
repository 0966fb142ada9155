// A plan made while others play: when the table changes it is laid anew on what lies there now.

import { layInto, layNew, tilesOf, type Draft, type DraftMeld, type Piece } from './draft';
import { signature } from './judge';
import { isMeld, type MeldRules } from './melds';

export interface Rebased {
  readonly draft: Draft;
  /** Tiles that were planned and no longer fit; they are back on the rack. */
  readonly lost: readonly Piece[];
}

/** Carry a plan, made on the table `old`, over to the table `now`. Both share the keys of tiles that did not move. */
export function rebase(plan: Draft, old: Draft, now: Draft, rules: MeldRules): Rebased {
  const changes = plan.melds.filter(
    (meld) => !old.melds.some((other) => signature(other) === signature(meld)),
  );
  const own = new Map(now.rack.map((piece) => [piece.key, piece]));
  let draft: Draft = { ...now, rack: ordered(now.rack, plan.rack) };
  const lost: Piece[] = [];
  for (const meld of changes) {
    const next = carry(meld, draft, own, rules);
    if (next) draft = next;
    else lost.push(...meld.pieces.filter((piece) => own.has(piece.key)));
  }
  return { draft, lost };
}

/** The table with one planned meld on it; null when it cannot be laid, or would leave a meld broken. */
function carry(
  meld: DraftMeld,
  draft: Draft,
  own: ReadonlyMap<string, Piece>,
  rules: MeldRules,
): Draft | null {
  const mine = meld.pieces.filter((piece) => own.has(piece.key)).map((piece) => piece.key);
  if (!mine.length) return draft;
  const present = new Set(
    [...draft.rack, ...draft.melds.flatMap((other) => other.pieces)].map((piece) => piece.key),
  );
  const base = draft.melds.find((other) => other.id === meld.id) ?? mostAlike(meld, draft);
  if (base && sits(base, mine, rules)) return layInto(draft, mine, base.id, base.pieces.length, rules);
  if (!meld.pieces.every((piece) => present.has(piece.key))) return null;
  const moved = layNew(
    draft,
    meld.pieces.map((piece) => piece.key),
    rules,
  );
  const wasBroken = count(draft, rules);
  return count(moved, rules) <= wasBroken ? moved : null;

  function sits(target: DraftMeld, keys: readonly string[], with_: MeldRules): boolean {
    const tried = layInto(draft, keys, target.id, target.pieces.length, with_);
    return count(tried, with_) <= count(draft, with_);
  }
}

function mostAlike(meld: DraftMeld, draft: Draft): DraftMeld | undefined {
  const keys = new Set(meld.pieces.map((piece) => piece.key));
  const shared = (other: DraftMeld): number => other.pieces.filter((piece) => keys.has(piece.key)).length;
  const best = [...draft.melds].sort((one, other) => shared(other) - shared(one))[0];
  return best && shared(best) > 0 ? best : undefined;
}

function count(draft: Draft, rules: MeldRules): number {
  return draft.melds.filter((meld) => !isMeld(tilesOf(meld.pieces), rules)).length;
}

/** The rack in the order the plan had it; what is new comes last. */
function ordered(rack: readonly Piece[], wanted: readonly Piece[]): Piece[] {
  const place = new Map(wanted.map((piece, at) => [piece.key, at]));
  return [...rack].sort((one, other) => (place.get(one.key) ?? 999) - (place.get(other.key) ?? 999));
}
