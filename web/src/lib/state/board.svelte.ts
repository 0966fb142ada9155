// What the table shows around the tiles: faults, marks, bays, the cursor of the keyboard.

import type { DraftMeld } from '../game/draft';
import { tilesOf } from '../game/draft';
import { signature } from '../game/judge';
import { valueOf, type MeldFault } from '../game/melds';
import type { TileLook } from '../board/looks';
import type { MeldState } from '../board/meldstate';
import type { Fourth } from '../words/describe';
import { settings } from './settings.svelte';
import { Turn } from './turn.svelte';

export class Board {
  turn = new Turn();
  turnNumber = $state(0);
  zoom = $state(1);
  /** Room at the lower edge of the cloth that a strip needs. */
  reserve = $state(0);
  chosenBay = $state(-1);
  tableFocus = $state<string | null>(null);
  rackFocus = $state<string | null>(null);
  fourth = $state<Fourth>('orange');
  /** The initial of who played last. */
  lastBy = $state<string | null>(null);
  /** A meld was touched that is still locked. */
  isAsked = $state(false);
  /** Melds that the server just refused, as rows of tiles. */
  refused = $state.raw<readonly string[]>([]);
  /** Whether there is room to say under a meld what is wrong with it. */
  showsReasons = $state(false);
  /** Tiles that a hint names, wherever they lie on the rack. */
  hinted = $state.raw<readonly string[]>([]);
  /** A replay: nothing is to be done here, and a play laid upon the table is one that could have been. */
  isShown = $state(false);
  /** Tiles are being dragged. */
  isDragging = $state(false);

  /** The draft with which the player last tried to end the turn. */
  tried = $state.raw<object | null>(null);

  showsFaults = $derived(settings.now.help !== 'none');
  showsPlaces = $derived(settings.now.help === 'full');
  /** Melds that the last step began and that want more tiles: no fault before the player goes elsewhere or ends. */
  inTheMaking = $derived.by(() => {
    const { draft, history, judgement } = this.turn;
    if (this.tried === draft) return new Set<string>();
    const lay = new Set(history.past.at(-1)?.melds.map(signature));
    const changed = new Set(draft.melds.filter((meld) => !lay.has(signature(meld))).map((meld) => meld.id));
    return new Set(
      judgement.problems.flatMap((problem) =>
        problem.kind === 'broken' && problem.fault === 'too-few-tiles' && changed.has(problem.meld)
          ? [problem.meld]
          : [],
      ),
    );
  });
  /** What stands in the way of the turn, without melds in the making. */
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
    const left = [...this.hinted];
    return new Set(
      this.turn.draft.rack.flatMap(({ key, tile }) => {
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
      showsFaults: this.showsFaults && !this.isShown,
      isTouched: isTouched && turn.isMine,
      isInTheMaking: this.inTheMaking.has(meld.id),
      isPlan: isTouched && !turn.isMine && (turn.canTouch || this.isShown),
      isLocked,
      isAsked: this.isAsked,
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
      isPlan: !turn.isMine && (this.isShown ? mark === 'mine' : turn.canTouch && mark !== undefined),
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

  /** The keyboard came to a tile: it is the tab stop of its region from now on. */
  focused(event: FocusEvent): void {
    const cell = (event.target as Element).closest('[data-key]');
    const key = cell?.getAttribute('data-key') ?? null;
    if (!key) return;
    if (cell!.closest('[data-rack]')) this.rackFocus = key;
    else this.tableFocus = key;
  }
}
