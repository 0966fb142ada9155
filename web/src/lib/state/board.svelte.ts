// The display state of the table besides the tiles: faults, marks, bays, keyboard cursor.

import type { DraftMeld } from '../game/draft';
import { tilesOf } from '../game/draft';
import { signature } from '../game/judge';
import { valueOf, type MeldFault } from '../game/melds';
import { without } from '../game/tiles';
import type { TileLook } from '../board/looks';
import type { MeldState } from '../board/meldstate';
import type { Fourth } from '../words/tile-names';
import { settings } from './settings.svelte';
import { Turn } from './turn.svelte';

export class Board {
  turn = new Turn();
  turnNumber = $state(0);
  zoom = $state(1);
  /** Height that a strip needs at the lower edge of the table. */
  reserve = $state(0);
  chosenBay = $state(-1);
  tableFocus = $state<string | null>(null);
  rackFocus = $state<string | null>(null);
  fourth = $state<Fourth>('orange');
  /** The initial of the player who played last. */
  lastBy = $state<string | null>(null);
  /** The player touched a meld that is still locked. */
  isLockTouched = $state(false);
  /** Melds that the server just rejected, as rows of tiles. */
  refused = $state.raw<readonly string[]>([]);
  /** Whether there is room for an explanation under an invalid meld. */
  showsReasons = $state(false);
  /** Tiles of the rack that a hint names. */
  hinted = $state.raw<readonly string[]>([]);
  /** The table is a replay: nothing can be moved, and a play laid on it is a suggestion. */
  isReplay = $state(false);
  isDragging = $state(false);

  /** The draft with which the player last tried to end the turn. */
  tried = $state.raw<object | null>(null);

  showsFaults = $derived(settings.now.help !== 'none');
  showsPlaces = $derived(settings.now.help === 'full');
  /** The melds that the last step of the turn changed. */
  justChanged = $derived.by(() => {
    const { draft, history } = this.turn;
    const before = new Set(history.past.at(-1)?.melds.map(signature));
    const changed = draft.melds.filter((meld) => !before.has(signature(meld)));
    return new Set(history.past.length ? changed.map((meld) => meld.id) : []);
  });
  /**
   * Incomplete melds that the last step started. They count as faults once the player changes another meld or
   * ends the turn.
   */
  inTheMaking = $derived.by(() => {
    const { draft, judgement } = this.turn;
    if (this.tried === draft) return new Set<string>();
    return new Set(
      judgement.problems.flatMap((problem) =>
        problem.kind === 'broken' && problem.fault === 'too-few-tiles' && this.justChanged.has(problem.meld)
          ? [problem.meld]
          : [],
      ),
    );
  });
  /** The problems that keep the turn from ending, without melds that are still being built. */
  problems = $derived(
    this.turn.judgement.problems.filter(
      (problem) => problem.kind !== 'broken' || !this.inTheMaking.has(problem.meld),
    ),
  );
  faults = $derived(
    new Map<string, MeldFault>(
      this.problems.flatMap((problem) =>
        problem.kind === 'broken' ? [[problem.meld, problem.fault] as const] : [],
      ),
    ),
  );
  #hintedKeys = $derived.by(() => {
    const { begun, draft } = this.turn;
    const left = without(this.hinted, without(tilesOf(begun.rack), tilesOf(draft.rack)));
    return new Set(
      draft.rack.flatMap(({ key, tile }) => {
        const at = left.indexOf(tile);
        if (at >= 0) left.splice(at, 1);
        return at >= 0 ? [key] : [];
      }),
    );
  });
  #old = $derived(new Set(this.turn.begun.melds.map(signature)));

  stateOf = (meld: DraftMeld): MeldState => {
    const { turn } = this;
    const isTouched = !this.#old.has(signature(meld));
    const isMine = meld.pieces.every((piece) => turn.own.has(piece.key));
    const isLocked = turn.isLocked && !isMine && turn.canTouch;
    const tiles = tilesOf(meld.pieces);
    return {
      rules: turn.rules,
      fault: this.faults.get(meld.id) ?? null,
      showsFaults: this.showsFaults && !this.isReplay,
      isTouched: isTouched && turn.isMine,
      isInTheMaking: this.inTheMaking.has(meld.id),
      isPlan: isTouched && !turn.isMine && (turn.canTouch || this.isReplay),
      isLocked,
      isLockTouched: this.isLockTouched,
      isRefused: this.refused.includes(tiles.join(' ')),
      recentBy: turn.recent.has(meld.id) ? this.lastBy : null,
      points: turn.isLocked && isMine && turn.isMine ? valueOf(tiles, turn.rules) : null,
    };
  };

  lookOnTable = (key: string): TileLook => {
    const { turn } = this;
    const mark = turn.marks.get(key);
    const isOthers = turn.isLocked && turn.canTouch && !turn.own.has(key);
    return {
      mark: turn.isMine ? mark : undefined,
      isHeld: turn.hand.includes(key) && !this.isDragging,
      isHollow: turn.hand.includes(key) && this.isDragging,
      isPlan: !turn.isMine && (this.isReplay ? mark === 'mine' : turn.canTouch && mark !== undefined),
      isDim: isOthers,
    };
  };

  lookOnRack = (key: string): TileLook => ({
    isHeld: this.turn.hand.includes(key) && !this.isDragging,
    isHollow: this.turn.hand.includes(key) && this.isDragging,
    isNew: this.turn.fresh.has(key),
    isHinted: this.#hintedKeys.has(key),
    isLost: this.turn.lost.has(key),
  });

  /** Make the focused tile the tab stop of its region. */
  focused(event: FocusEvent): void {
    const cell = (event.target as Element).closest('[data-key]');
    const key = cell?.getAttribute('data-key') ?? null;
    if (!key) return;
    if (cell!.closest('[data-rack]')) this.rackFocus = key;
    else this.tableFocus = key;
  }
}
