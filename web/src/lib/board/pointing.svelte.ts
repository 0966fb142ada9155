// Drag and tap with mouse, pen or finger: single tiles, several, or a whole meld. Uses Pointer Events
// throughout.

import { isOnRack, meldWith } from '../game/draft';
import { isJoker } from '../game/tiles';
import { settings } from '../state/settings.svelte';
import type { Turn } from '../state/turn.svelte';
import { centre, indexAt, nearest, type Point, type Rect } from './geometry';

const SLOP = { mouse: 6, touch: 8 };
const HOLD_MS = { short: 350, long: 900, never: null };
const DOUBLE_MS = 320;
/** Pixels by which a dragged tile floats above the finger, which would hide it. */
const LIFT = 40;

export type Target =
  | { readonly kind: 'place'; readonly index: number }
  | { readonly kind: 'meld'; readonly meld: string; readonly index: number }
  | { readonly kind: 'rack'; readonly index: number; readonly isApart: boolean }
  | { readonly kind: 'felt' };

interface Press {
  readonly id: number;
  readonly start: Point;
  readonly isTouch: boolean;
  readonly key: string | null;
  readonly tray: string | null;
  readonly element: Element;
}

export interface Listener {
  /** The player touched a tile that is still locked. */
  locked(): void;
  /** The player tried to take a tile of the table onto the rack. */
  stays(): void;
  picked(): void;
  dropped(): void;
}

export class Pointing {
  /** The position of the dragged tiles. */
  drag = $state.raw<Point | null>(null);
  target = $state.raw<Target | null>(null);

  #turn: Turn;
  #listener: Listener;
  #root: HTMLElement | null = null;
  #press: Press | null = null;
  #hold: ReturnType<typeof setTimeout> | undefined;
  #lastTap = { key: '', at: 0 };

  constructor(turn: Turn, listener: Listener) {
    this.#turn = turn;
    this.#listener = listener;
  }

  /** Attach to the element that contains the table and the rack. */
  attach = (root: HTMLElement): (() => void) => {
    this.#root = root;
    const down = (event: PointerEvent): void => this.#down(event);
    const move = (event: PointerEvent): void => this.#move(event);
    const up = (event: PointerEvent): void => this.#up(event);
    const cancel = (): void => this.#end();
    const still = (event: TouchEvent): void => {
      if (this.drag) event.preventDefault();
    };
    root.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    root.addEventListener('touchmove', still, { passive: false });
    return () => {
      root.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      root.removeEventListener('touchmove', still);
    };
  };

  #down(event: PointerEvent): void {
    if (this.#press && this.#press.id !== event.pointerId && event.pointerType === 'touch') {
      // a second finger starts a pinch: cancel the press
      if (this.drag) this.#turn.letGo();
      return this.#end();
    }
    if (event.button !== 0 || this.#press || !(event.target instanceof Element)) return;
    const element = event.target;
    if (element.closest('button:not([data-bay]):not([data-new]), a, input, select')) return;
    this.#press = {
      id: event.pointerId,
      start: { x: event.clientX, y: event.clientY },
      isTouch: event.pointerType !== 'mouse',
      key: attribute(element, 'data-key'),
      tray: attribute(element, 'data-tray'),
      element,
    };
    const wait = HOLD_MS[settings.now.hold];
    if (this.#press.key && this.#press.tray && wait) this.#hold = setTimeout(() => this.#takeRest(), wait);
  }

  /** A long press takes the tile and everything to its right. */
  #takeRest(): void {
    const press = this.#press;
    if (!press?.key || this.drag) return;
    this.#turn.holdFrom(press.key);
    if (this.#turn.hand.length) this.#begin(press, press.start);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const here = { x: event.clientX, y: event.clientY };
    if (!this.drag) {
      const far = Math.hypot(here.x - press.start.x, here.y - press.start.y);
      if (far < (press.isTouch ? SLOP.touch : SLOP.mouse)) return;
      clearTimeout(this.#hold);
      if (!this.#take(press)) return this.#end();
      this.#begin(press, here);
    }
    this.#float(press, here);
  }

  /** Take the tiles for a drag: the ones already in hand, the pressed tile, or the whole meld by its tray. */
  #take(press: Press): boolean {
    const turn = this.#turn;
    if (press.key) {
      if (!turn.canPick(press.key)) {
        if (turn.canTouch) this.#listener.locked();
        return false;
      }
      if (!turn.hand.includes(press.key)) turn.hold([press.key]);
      return turn.hand.length > 0;
    }
    const first = turn.draft.melds.find((meld) => meld.id === press.tray)?.pieces[0];
    if (!first || !turn.canPick(first.key)) return false;
    turn.holdFrom(first.key, { whole: true });
    return turn.hand.length > 0;
  }

  #begin(press: Press, here: Point): void {
    this.#listener.picked();
    this.#float(press, here);
  }

  #float(press: Press, here: Point): void {
    const point = { x: here.x, y: here.y - (press.isTouch ? LIFT : 0) };
    this.drag = point;
    this.target = this.targetAt(point);
    this.#scrollAtEdge(here);
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const { drag, target } = this;
    this.#end();
    if (drag) this.#drop(target);
    else this.#tap(press);
  }

  #end(): void {
    clearTimeout(this.#hold);
    this.#press = null;
    this.drag = null;
    this.target = null;
  }

  #drop(target: Target | null): void {
    const turn = this.#turn;
    const before = turn.draft;
    if (target?.kind === 'place') turn.dropAt(turn.places[target.index]!);
    else if (target?.kind === 'meld') this.#dropOnMeld(target.meld, target.index);
    else if (target?.kind === 'rack') this.#dropOnRack(target.index, target.isApart);
    else if (target?.kind === 'felt') turn.dropNew();
    if (turn.draft !== before) this.#listener.dropped();
    else turn.letGo();
  }

  #dropOnRack(index?: number, isApart = false): void {
    if (!this.#turn.dropOnRack(index, { isApart })) this.#listener.stays();
  }

  /** Lay the tiles in hand into a meld: at `index`, or else at the best place. */
  #dropOnMeld(meld: string, index?: number): void {
    const turn = this.#turn;
    const pieces = turn.draft.melds.find((other) => other.id === meld)?.pieces ?? [];
    if (turn.isLocked && pieces.some(({ key }) => !turn.own.has(key))) this.#listener.locked();
    else turn.dropInto(meld, index);
  }

  #tap(press: Press): void {
    const turn = this.#turn;
    if (!turn.canTouch) return;
    const before = turn.draft;
    const bay = attribute(press.element, 'data-bay');
    if (bay !== null) turn.dropAt(turn.places[Number(bay)]!);
    else if (press.key) this.#tapTile(press.key);
    else if (press.tray && turn.hand.length) this.#dropOnMeld(press.tray);
    else if (press.element.closest('[data-new], [data-felt]')) turn.dropNew();
    else if (press.element.closest('[data-rack]') && turn.hand.length) this.#dropOnRack();
    if (turn.draft !== before) this.#listener.dropped();
  }

  #tapTile(key: string): void {
    const turn = this.#turn;
    const isDouble = this.#lastTap.key === key && performance.now() - this.#lastTap.at < DOUBLE_MS;
    this.#lastTap = { key: isDouble ? '' : key, at: performance.now() };
    if (isDouble && turn.canPick(key)) {
      turn.hold([key]);
      if (turn.dropBest()) return;
    }
    const meld = meldWith(turn.draft, key);
    if (meld && turn.hand.length && !turn.hand.includes(key)) {
      const piece = meld.pieces.find((other) => other.key === key)!;
      const swap = isJoker(piece.tile) && turn.places.find((place) => place.joker === key);
      if (swap) turn.dropAt(swap);
      else this.#dropOnMeld(meld.id);
      return;
    }
    if (!turn.canPick(key)) return this.#listener.locked();
    turn.pick(key, { adds: isOnRack(turn.draft, key) });
    if (turn.hand.length) this.#listener.picked();
  }

  /** Return the target under a point: the nearest bay first, then a meld, the rack, the table. */
  targetAt(point: Point): Target | null {
    const root = this.#root!;
    const bays = [...root.querySelectorAll('[data-bay]')];
    const size = bays[0]?.clientHeight ?? 40;
    const bay = nearest(bays.map(rectOf), point, size * 0.6);
    if (bay >= 0) return { kind: 'place', index: Number(bays[bay]!.getAttribute('data-bay')) };
    const under = document.elementFromPoint(point.x, point.y);
    const tray = under?.closest('[data-tray]');
    if (tray) {
      const index = indexAt([...tray.querySelectorAll('[data-key]')].map(rectOf), point.x);
      return { kind: 'meld', meld: tray.getAttribute('data-tray')!, index };
    }
    if (under?.closest('[data-rack]')) return { kind: 'rack', ...this.#rackPlace(point) };
    return under?.closest('[data-felt], [data-new]') ? { kind: 'felt' } : null;
  }

  /**
   * Return the position on the rack. `isApart` when there is free space between the point and the tile before
   * it.
   */
  #rackPlace(point: Point): { index: number; isApart: boolean } {
    const cells = [...this.#root!.querySelectorAll('[data-rack] [data-key]')].map(rectOf);
    const before = cells.filter((rect) => {
      const middle = centre(rect);
      const isRowAbove = rect.top + rect.height < point.y;
      const isSameRow = Math.abs(middle.y - point.y) < rect.height * 0.65;
      return isRowAbove || (isSameRow && middle.x < point.x);
    });
    const last = before.at(-1);
    const isApart = last !== undefined && point.x - (last.left + last.width) > last.width * 0.8;
    return { index: before.length, isApart: isApart && point.y < last.top + last.height * 1.2 };
  }

  /** Scroll the table when the drag is near its edge. */
  #scrollAtEdge(here: Point): void {
    const felt = this.#root!.querySelector('[data-pans]');
    if (!felt) return;
    const box = felt.getBoundingClientRect();
    if (here.x < box.left || here.x > box.right) return;
    if (here.y > box.top && here.y < box.top + 40) felt.scrollBy(0, -12);
    else if (here.y > box.bottom - 40 && here.y < box.bottom) felt.scrollBy(0, 12);
  }
}

function attribute(element: Element, name: string): string | null {
  return element.closest(`[${name}]`)?.getAttribute(name) ?? null;
}

function rectOf(element: Element): Rect {
  return element.getBoundingClientRect();
}
