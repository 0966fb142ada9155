// The player's turn: the draft, the tiles in hand, the problems. During other players' turns the draft is a
// plan.

import {
  canFree,
  EMPTY_DRAFT,
  find,
  freeJoker,
  isOnRack,
  layInto,
  layNew,
  meldWith,
  split,
  tableOf,
  takeBack,
  tilesOf,
  withOwn,
  type Draft,
} from '../game/draft';
import { amend, begin, redo, step, undo, type History } from '../game/history';
import { judge, marksOf, signature, type TurnRules } from '../game/judge';
import { rekeyed } from '../game/keys';
import { isMeld, PLAIN_RULES } from '../game/melds';
import { placesFor, type Place } from '../game/places';
import { rebase } from '../game/plan';
import { gapsOf, sorted, type SortBy } from '../game/rack';
import { printTable, sameTiles, without, type Table } from '../game/tiles';
import type { Edition, GameView } from '../protocol/types';

const STRICT: TurnRules = {
  ...PLAIN_RULES,
  initial_meld_min: 30,
  joker_in_initial_meld: true,
  manipulate_in_initial_turn: false,
};

/** The part of a game view that a table displays. */
export type TableView = Pick<GameView, 'seat' | 'seats' | 'table' | 'to_move' | 'turn' | 'result'> & {
  readonly edition: Edition;
};

export class Turn {
  begun = $state.raw<Draft>(EMPTY_DRAFT);
  history = $state.raw<History<Draft>>(begin(EMPTY_DRAFT));
  hand = $state.raw<readonly string[]>([]);
  gaps = $state.raw<ReadonlySet<string>>(new Set());
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  lost = $state.raw<ReadonlySet<string>>(new Set());
  /** Melds that the last player laid or changed, until the player touches the table. */
  recent = $state.raw<ReadonlySet<string>>(new Set());
  rules = $state.raw<TurnRules>(STRICT);
  hasMelded = $state(false);
  isMine = $state(false);
  canTouch = $state(false);

  /** The latest draft shown by the player on turn. */
  theirs = $state.raw<Draft | null>(null);

  draft = $derived(this.history.now);
  judgement = $derived(judge(this.draft, this.begun, this.rules, this.hasMelded));
  marks = $derived(marksOf(this.draft, this.begun));
  held = $derived(find(this.draft, this.hand));
  places = $derived(placesFor(this.held, this.draft, this.rules));
  own = $derived(new Set(this.begun.rack.map((piece) => piece.key)));
  /** The displayed table: my draft or plan, or else the draft of the player on turn. */
  shown = $derived(this.theirs && !this.judgement.isTouched && !this.hand.length ? this.theirs : this.draft);
  isPlanning = $derived(!this.isMine && this.judgement.isTouched);
  table = $derived<Table>(tableOf(this.draft));
  canUndo = $derived(this.history.past.length > 0);
  canRedo = $derived(this.history.future.length > 0);
  /** Other melds are locked until the initial meld. */
  isLocked = $derived(!this.hasMelded && !this.rules.manipulate_in_initial_turn);

  #turn = -1;

  /** Apply a view from the server. A plan or a draft is kept as far as it still fits. */
  show(view: TableView, isPlaying = true): void {
    const rack = view.seat === null ? [] : (view.seats[view.seat]!.rack ?? []);
    const wasMine = this.isMine;
    this.rules = view.edition;
    this.hasMelded = view.seat !== null && view.seats[view.seat]!.has_melded;
    this.isMine = isPlaying && view.result === null && view.seat === view.to_move;
    this.canTouch =
      isPlaying && view.seat !== null && view.result === null && !view.seats[view.seat]!.has_conceded;
    const isSameRack = sameTiles(rack, tilesOf(this.begun.rack));
    const isSame = isSameRack && printTable(view.table) === printTable(tableOf(this.begun));
    if (isSame && this.begun !== EMPTY_DRAFT && (view.turn === this.#turn || !wasMine)) {
      this.#turn = view.turn;
      return;
    }
    // a rack changes only at the end of a turn: other tiles in the same turn mean another game
    const isOther = view.turn < this.#turn || (view.turn === this.#turn && !isSameRack);
    this.#take(view, rack, { wasMine, isFirst: isOther || this.begun === EMPTY_DRAFT });
    this.#turn = view.turn;
  }

  #take(
    view: TableView,
    rack: readonly string[],
    { wasMine, isFirst }: { wasMine: boolean; isFirst: boolean },
  ): void {
    const before = this.begun;
    const isMadeByMe = wasMine && printTable(view.table) === printTable(this.table);
    const seen = this.theirs ? { ...this.theirs, rack: before.rack } : before;
    const now = rekeyed(view.table, rack, isMadeByMe ? this.draft : this.#ownOrder(seen));
    const known = new Set(before.rack.map((piece) => piece.key));
    this.fresh = new Set(
      isFirst ? [] : now.rack.filter((piece) => !known.has(piece.key)).map((piece) => piece.key),
    );
    const lay = new Set(before.melds.map(signature));
    const changed = now.melds.filter((meld) => !lay.has(signature(meld)));
    if (isFirst || changed.length)
      this.recent = new Set(isFirst || wasMine ? [] : changed.map((meld) => meld.id));
    const hasPlan = !wasMine && !isFirst && this.judgement.isTouched;
    const plan = hasPlan ? rebase(this.draft, before, now, this.rules) : null;
    this.begun = now;
    this.theirs = null;
    this.history = plan ? step(begin(now), plan.draft) : begin(now);
    this.lost = new Set(plan?.lost.map((piece) => piece.key));
    this.hand = [];
    if (isFirst) this.sort('runs');
  }

  /** Return the tiles at the start of the turn, with the rack in the displayed order. */
  #ownOrder(before: Draft): Draft {
    const place = new Map(this.draft.rack.map((piece, at) => [piece.key, at]));
    // a tile that is not on the rack keeps its place after the tile that preceded it
    let last = -1;
    for (const [at, piece] of before.rack.entries()) {
      last = place.get(piece.key) ?? last + (at + 1) / 1000;
      place.set(piece.key, last);
    }
    return {
      ...before,
      rack: [...before.rack].sort((one, other) => place.get(one.key)! - place.get(other.key)!),
    };
  }

  /** Restore a draft begun earlier on this table. A draft with other tiles is ignored. */
  restore(table: Table): void {
    const rack = without(
      [...tableOf(this.begun).flat(), ...tilesOf(this.begun.rack)],
      table.flatMap((meld) => [...meld]),
    );
    const isWhole =
      rack.length + table.flat().length === tableOf(this.begun).flat().length + this.begun.rack.length;
    if (!isWhole || without(rack, tilesOf(this.begun.rack)).length) return;
    const laid = rekeyed(table, rack, this.begun);
    this.history = step(begin(this.begun), { ...laid, rack: sorted(laid.rack, 'runs') });
  }

  /** Show one step of a demonstration: the table after it, and unplaced tiles as melds of their own. */
  follow(table: Table, hand: readonly string[]): void {
    const lying = [...table, ...hand.map((tile) => [tile])];
    const all = [...tableOf(this.begun).flat(), ...tilesOf(this.begun.rack)];
    this.#step(rekeyed(lying, without(all, lying.flat()), this.draft));
  }

  /** Show the draft of the player on turn. */
  preview(table: Table): void {
    if (!this.isMine) this.theirs = rekeyed(table, [], { ...(this.theirs ?? this.begun), rack: [] });
  }

  // ── tiles in hand ──

  /** Pick up a tile, or put it down. Tiles of the rack can be picked up together. */
  pick(key: string, { adds = false } = {}): void {
    if (!this.canPick(key)) return;
    if (this.hand.includes(key)) this.hand = this.hand.filter((other) => other !== key);
    else if (adds || (isOnRack(this.draft, key) && this.hand.every((other) => isOnRack(this.draft, other)))) {
      this.hand = [...this.hand, key];
    } else this.hand = [key];
  }

  hold(keys: readonly string[]): void {
    if (keys.every((key) => this.canPick(key))) this.hand = keys;
  }

  /** Hold a tile and everything to its right, or the whole meld. */
  holdFrom(key: string, { whole = false } = {}): void {
    const keys = meldWith(this.draft, key)?.pieces.map((piece) => piece.key) ?? [];
    this.hold(whole ? keys : keys.slice(keys.indexOf(key)));
  }

  canPick(key: string): boolean {
    if (!this.canTouch) return false;
    return isOnRack(this.draft, key) || this.own.has(key) || !this.isLocked;
  }

  letGo(): void {
    this.hand = [];
  }

  // ── laying tiles ──

  dropAt(place: Place): void {
    if (place.kind === 'swap' && this.hand.length === 1) return this.swap(place.joker!);
    this.dropInto(place.meld, place.index);
  }

  /** Lay the tiles in hand into a meld: at `index`, or else at the best place. */
  dropInto(meld: string, index?: number): void {
    const best = this.places.find((place) => place.meld === meld && place.kind !== 'swap');
    const target = this.draft.melds.find((other) => other.id === meld);
    if (!target || !this.hand.length || (this.isLocked && !this.#isMine(target.pieces))) return;
    const at = index ?? best?.index ?? target.pieces.length;
    this.#step(layInto(this.draft, this.hand, meld, at, this.rules));
  }

  dropNew(): void {
    if (this.hand.length) this.#step(layNew(this.draft, this.hand, this.rules));
  }

  /**
   * Return the tiles in hand to the rack, or move them along it. `isApart` leaves a permanent gap before
   * them. Returns whether all came back: a tile that was on the table before the turn stays there, unless an
   * identical tile was laid in this turn.
   */
  dropOnRack(index = this.draft.rack.length, { isApart = false } = {}): boolean {
    const { draft, keys } = withOwn(this.draft, this.hand, this.own);
    const gaps = new Set([...this.gaps].filter((key) => !keys.includes(key)));
    const [first] = keys;
    if (isApart && first && this.own.has(first)) gaps.add(first);
    this.gaps = gaps;
    const moves = keys.every((key) => isOnRack(draft, key));
    const next = takeBack(draft, keys, index, this.own, this.rules);
    if (moves) this.history = amend(this.history, next);
    else if (keys.some((key) => this.own.has(key))) this.#step(next);
    this.hand = [];
    return keys.every((key) => this.own.has(key));
  }

  /** Replace a joker with the tile in hand. The joker is then in hand. */
  swap(joker: string): void {
    const [key] = this.hand;
    const meld = meldWith(this.draft, joker);
    const [piece] = this.held;
    if (!key || !meld || !piece || !canFree(meld, joker, piece.tile, this.rules) || this.isLocked) return;
    this.#step(freeJoker(this.draft, key, joker, this.rules));
    this.hand = [joker];
  }

  /** Lay the tiles in hand at their only possible place, or as a new meld when they form one. */
  dropBest(): boolean {
    const [only, ...others] = this.places.filter((place) => !this.isLocked || this.#isMineById(place.meld));
    const isWhole = isMeld(tilesOf(this.held), this.rules);
    if (only && !others.length) this.dropAt(only);
    else if (isWhole) this.dropNew();
    else return false;
    return true;
  }

  split(key: string): void {
    if (!this.isLocked || this.own.has(key)) this.#step(split(this.draft, key));
  }

  #isMine(pieces: Draft['rack']): boolean {
    return pieces.every((piece) => this.own.has(piece.key));
  }

  #isMineById(meld: string): boolean {
    return this.#isMine(this.draft.melds.find((other) => other.id === meld)?.pieces ?? []);
  }

  #step(next: Draft): void {
    this.history = step(this.history, next);
    this.hand = [];
    this.lost = new Set();
    this.recent = new Set();
  }

  // ── undo and redo ──

  undo(): void {
    this.history = undo(this.history);
    this.hand = [];
  }

  redo(): void {
    this.history = redo(this.history);
    this.hand = [];
  }

  /** Return to an earlier point of this turn. */
  goBackTo(history: History<Draft>): void {
    this.history = history;
    this.hand = [];
  }

  reset(): void {
    this.#step({ ...this.begun, rack: this.#ownOrder(this.begun).rack });
  }

  sort(by: SortBy): void {
    const rack = sorted(this.draft.rack, by);
    this.history = amend(this.history, { ...this.draft, rack });
    this.gaps = gapsOf(rack, by);
  }
}
