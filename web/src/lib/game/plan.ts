// A plan made during other players' turns. When the table changes, the plan is applied to the new table.

import { layInto, layNew, tilesOf, type Draft, type DraftMeld, type Piece } from './draft';
import { signature } from './judge';
import { isMeld, type MeldRules } from './melds';

export interface Rebased {
  readonly draft: Draft;
  /** Planned tiles that no longer fit and are back on the rack. */
  readonly lost: readonly Piece[];
}

/** Apply a plan made on table `old` to table `now`. Tiles that did not move have the same keys in both. */
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

/** Add one planned meld to the table; null when it cannot be laid or would break another meld. */
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

/** Keep the rack order of the plan. New tiles come last. */
function ordered(rack: readonly Piece[], wanted: readonly Piece[]): Piece[] {
  const place = new Map(wanted.map((piece, at) => [piece.key, at]));
  return [...rack].sort((one, other) => (place.get(one.key) ?? 999) - (place.get(other.key) ?? 999));
}
