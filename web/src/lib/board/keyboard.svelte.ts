// Play by keyboard: moving the cursor between regions, picking up and placing tiles, and a key for each
// action.

import { flushSync } from 'svelte';
import { isOnRack, meldWith, tilesOf } from '../game/draft';
import { isJoker } from '../game/tiles';
import { announcer } from '../state/announcer.svelte';
import type { Board } from '../state/board.svelte';
import { settings } from '../state/settings.svelte';
import { meldName } from '../words/describe';
import { tileName } from '../words/tile-names';
import { t } from '../words/words.svelte';
import { whereItLies } from './flight';
import { neighbour, readingOrder, type Direction } from './geometry';

/** Actions that keys trigger outside the table. */
export interface KeyActions {
  end(): void;
  draw(): void;
  startOver(): void;
  nextFault(): void;
  tellTime(): void;
  tellLast(): void;
  tellTable(): void;
  help(): void;
  hint(): void;
  /** Escape with nothing in hand. Returns whether it closed anything. */
  escape?(): boolean;
  locked(): void;
  /** The player tried to take a tile of the table onto the rack. */
  stays(): void;
}

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const REGIONS = ['[data-felt]', '[data-rack]', '[data-actions]', '[data-seats]'];

export class Keyboard {
  #board: Board;
  #actions: KeyActions;
  #root: HTMLElement | null = null;

  constructor(board: Board, actions: KeyActions) {
    this.#board = board;
    this.#actions = actions;
  }

  attach = (root: HTMLElement): (() => void) => {
    this.#root = root;
    const press = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && this.#pressed(event)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  };

  get #turn() {
    return this.#board.turn;
  }

  /** Handle a key. Returns whether it was used. */
  #pressed(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [contenteditable], dialog')) return false;
    if (event.key === 'F6') return this.#region(event.shiftKey ? -1 : 1);
    if (event.ctrlKey || event.metaKey) return this.#withControl(event);
    const cell = target.closest<HTMLElement>('[data-key]');
    const isFree = !target.closest('button, a') || target.closest('[data-bay], [data-new]') !== null;
    if (event.key === 'Tab') return this.#nextBay(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') return this.#escape();
    if (cell || isFree) {
      const direction = ARROWS[event.key];
      if (direction) return this.#move(direction, event.shiftKey);
      if (event.key === 'Home' || event.key === 'End') return this.#jump(event.key === 'Home');
      if (event.key === ' ') return this.#space(cell);
      if (event.key === 'Enter') return this.#enter(cell);
    }
    return settings.now.singleKeys && !event.altKey && this.#letter(event.code, event.key, cell);
  }

  #withControl(event: KeyboardEvent): boolean {
    const direction = ARROWS[event.key];
    const isRedo = event.code === 'KeyY' || (event.code === 'KeyZ' && event.shiftKey);
    if (isRedo) this.#say(() => this.#turn.redo(), t('aloud.redone'));
    else if (event.code === 'KeyZ') this.#say(() => this.#turn.undo(), t('aloud.undone'));
    else if (event.key === 'Enter') this.#actions.end();
    else if (direction === 'left' || direction === 'right') return this.#reorder(direction);
    else return false;
    return true;
  }

  #letter(code: string, key: string, cell: HTMLElement | null): boolean {
    const here = cell?.dataset.key;
    const actions: Record<string, () => void> = {
      KeyN: () => this.#say(() => this.#turn.dropNew()),
      KeyB: () => this.#say(() => this.#turn.dropOnRack() || this.#actions.stays()),
      KeyS: () => here && this.#say(() => this.#turn.split(here)),
      KeyM: () => here && this.#takeMeld(here),
      KeyJ: () => here && this.#say(() => this.#turn.swap(here)),
      KeyR: () => this.#actions.startOver(),
      KeyD: () => this.#actions.draw(),
      KeyF: () => this.#actions.nextFault(),
      KeyH: () => this.#actions.hint(),
      KeyC: () => this.#actions.tellTime(),
      KeyL: () => this.#actions.tellLast(),
      KeyO: () => this.#actions.tellTable(),
      Digit7: () => this.#turn.sort('groups'),
      Digit8: () => this.#turn.sort('runs'),
    };
    if (key === '?') this.#actions.help();
    else if (actions[code]) actions[code]();
    else return false;
    return true;
  }

  // ── cursor ──

  #cells(from?: Element | null): HTMLElement[] {
    const region =
      (from ?? document.activeElement)?.closest('[data-rack], [data-felt]') ?? this.#find('[data-rack]');
    return [...(region?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  }

  #find(selector: string): HTMLElement | null {
    return this.#root?.querySelector<HTMLElement>(selector) ?? null;
  }

  #move(direction: Direction, isExtending: boolean): boolean {
    const cells = this.#cells();
    const at = cells.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? cells[0] : cells[neighbour(cells.map(whereItLies), at, direction)];
    if (!next) return false;
    if (next === cells[at] && (direction === 'up' || direction === 'down'))
      return this.#region(direction === 'up' ? -1 : 1);
    next.focus();
    const [old, fresh] = [cells[at]?.dataset.key, next.dataset.key!];
    if (isExtending && old) this.#turn.hold([...new Set([...this.#turn.hand, old, fresh])]);
    return true;
  }

  #jump(isHome: boolean): boolean {
    const cells = this.#cells();
    const order = readingOrder(cells.map(whereItLies));
    cells[order.at(isHome ? 0 : -1) ?? 0]?.focus();
    return cells.length > 0;
  }

  #region(step: number): boolean {
    const now = REGIONS.findIndex((selector) => document.activeElement?.closest(selector));
    for (let tried = 1; tried <= REGIONS.length; tried += 1) {
      const region = this.#find(REGIONS[(now + step * tried + REGIONS.length * 2) % REGIONS.length]!);
      const stop =
        region?.querySelector<HTMLElement>('[data-key][tabindex="0"]') ??
        region?.querySelector<HTMLElement>('button, a') ??
        region;
      stop?.focus();
      if (stop && stop === document.activeElement) return true;
    }
    return false;
  }

  /** Ctrl and an arrow: move the tile along the rack. */
  #reorder(direction: 'left' | 'right'): boolean {
    const key = (document.activeElement as HTMLElement | null)?.dataset.key;
    const rack = this.#turn.draft.rack;
    const at = rack.findIndex((piece) => piece.key === key);
    if (at < 0 || !key) return false;
    this.#turn.hold([key]);
    this.#turn.dropOnRack(direction === 'right' ? at + 2 : Math.max(0, at - 1));
    return true;
  }

  // ── tiles in hand ──

  #space(cell: HTMLElement | null): boolean {
    const key = cell?.dataset.key;
    if (!key) return false;
    const turn = this.#turn;
    const meld = meldWith(turn.draft, key);
    if (turn.hand.length && meld && !turn.hand.includes(key)) return this.#putOn(key, meld.id);
    if (!turn.canPick(key)) this.#actions.locked();
    else turn.pick(key, { adds: isOnRack(turn.draft, key) });
    this.#board.chosenBay = -1;
    this.#sayHand();
    return true;
  }

  #putOn(key: string, meld: string): boolean {
    const turn = this.#turn;
    const piece = turn.draft.melds.flatMap((other) => other.pieces).find((other) => other.key === key)!;
    const swap = isJoker(piece.tile) && turn.places.find((place) => place.joker === key);
    this.#say(() => (swap ? turn.dropAt(swap) : turn.dropInto(meld)));
    return true;
  }

  #enter(cell: HTMLElement | null): boolean {
    const turn = this.#turn;
    const place = turn.places[this.#board.chosenBay];
    if (!turn.hand.length) return this.#space(cell);
    if (place) this.#say(() => turn.dropAt(place));
    else if (!turn.dropBest()) announcer.say(t('aloud.choose-place'));
    else this.#sayDraft();
    this.#board.chosenBay = -1;
    return true;
  }

  #escape(): boolean {
    if (!this.#turn.hand.length) return this.#actions.escape?.() ?? false;
    this.#turn.letGo();
    this.#board.chosenBay = -1;
    announcer.say(t('aloud.let-go'));
    return true;
  }

  #takeMeld(key: string): void {
    if (!this.#turn.canPick(key)) return this.#actions.locked();
    this.#turn.holdFrom(key, { whole: true });
    this.#sayHand();
  }

  /** With tiles in hand Tab moves from bay to bay; otherwise the browser handles it. */
  #nextBay(step: number): boolean {
    const { places, hand } = this.#turn;
    if (!hand.length || !places.length) return false;
    const board = this.#board;
    const from = board.chosenBay < 0 && step < 0 ? 0 : board.chosenBay;
    board.chosenBay = (from + step + places.length) % places.length;
    announcer.say(
      t('aloud.place', {
        place: this.#placeName(board.chosenBay),
        at: board.chosenBay + 1,
        of: places.length,
      }),
    );
    this.#find(`[data-bay="${board.chosenBay}"]`)?.scrollIntoView({ block: 'nearest' });
    return true;
  }

  #placeName(at: number): string {
    const place = this.#turn.places[at]!;
    const meld = this.#turn.draft.melds.find((other) => other.id === place.meld)!;
    return meldName(tilesOf(meld.pieces), this.#turn.rules, this.#board.fourth);
  }

  // ── announcements ──

  #sayHand(): void {
    const { held, places } = this.#turn;
    if (!held.length) return announcer.say(t('aloud.let-go'));
    const tiles = held.map((piece) => tileName(piece.tile, this.#board.fourth)).join(', ');
    announcer.say(
      places.length ? t('aloud.in-hand', { tiles, n: places.length }) : t('aloud.no-place', { tiles }),
    );
  }

  /** Run an action and announce the result, if it changed the draft. */
  #say(action: () => void, done = ''): void {
    const before = this.#turn.draft;
    const [moved] = this.#turn.hand;
    action();
    this.#board.chosenBay = -1;
    if (this.#turn.draft === before) return;
    this.#sayDraft(moved, done);
    flushSync(); // safe: a key handler, unlike an effect, is never part of a flush
    this.#keepFocus(moved);
  }

  #sayDraft(moved?: string, done = ''): void {
    const { turn, fourth } = this.#board;
    const meld = moved ? meldWith(turn.draft, moved) : undefined;
    const faults = this.#board.faults.size;
    const placed = meld && t('aloud.placed', { meld: meldName(tilesOf(meld.pieces), turn.rules, fourth) });
    const what = done || (placed ?? t('aloud.changed'));
    announcer.say(faults && this.#board.showsFaults ? `${what} ${t('turn.to-fix', { n: faults })}` : what);
  }

  /** Move the focus when its cell is gone: to the rack, or else to the moved tile. */
  #keepFocus(moved?: string): void {
    if (document.activeElement?.closest('[data-key]')) return;
    const stop =
      this.#find('[data-rack] [data-key][tabindex="0"]') ?? (moved && this.#find(`[data-key="${moved}"]`));
    if (stop) stop.focus();
  }
}
