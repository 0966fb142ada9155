// Animates tiles that changed their position: measures them by key before and after the update. Decoration
// only.

import { centre, type Rect } from './geometry';

export interface Flight {
  /** Remember the position of every tile. */
  before(root: ParentNode): void;
  /** Animate every tile from its old position. New tiles start at the position that `origin` returns. */
  after(root: ParentNode, options: FlightOptions): void;
}

export interface FlightOptions {
  readonly isCalm: boolean;
  readonly origin?: (key: string, element: Element) => DOMRect | null;
}

const TRAVEL_MS = 320;
const STAGGER_MS = 45;
const LONGEST_MS = 1200;

export function flight(): Flight {
  let seen = new Map<string, DOMRect>();
  return {
    before(root) {
      seen = new Map(
        [...root.querySelectorAll('[data-key]')].map((cell) => [key(cell), cell.getBoundingClientRect()]),
      );
    },
    after(root, { isCalm, origin }) {
      const known = seen;
      seen = new Map();
      if (isCalm || known.size === 0) return;
      let arrivals = 0;
      const moves = [...root.querySelectorAll<HTMLElement>('[data-key]')].flatMap((cell) => {
        const old = known.get(key(cell));
        const source = old ?? origin?.(key(cell), cell);
        if (!source) return [];
        const here = cell.getBoundingClientRect();
        const from = old ?? centredOn(source, here);
        const delay = old ? 0 : Math.min(arrivals++ * STAGGER_MS, LONGEST_MS - TRAVEL_MS);
        const isClipped = startsOutside(cell, from);
        return [{ cell, from, to: isClipped ? destination(cell, here) : here, delay, isClipped }];
      });
      // Measure every tile before the first one moves: interleaving would force a layout per tile.
      for (const move of moves) {
        if (move.isClipped) fly(move);
        else travel(move.cell, move);
      }
    },
  };
}

interface Move {
  readonly cell: HTMLElement;
  readonly from: Rect;
  readonly to: Rect;
  readonly delay: number;
  /** The edge of the table would clip the tile at its starting position. */
  readonly isClipped: boolean;
}

/** Return a rectangle of the final tile size, centred on the seat or pool that the tile comes from. */
function centredOn(source: Rect, { width, height }: Rect): Rect {
  const { x, y } = centre(source);
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/** Return the final position of a tile, whose tray may itself still be moving. */
function destination(cell: Element, { left, top, width, height }: Rect): Rect {
  const spot = cell.closest<HTMLElement>('.board-spot');
  const dx = spot ? parseFloat(spot.style.left) - spot.offsetLeft : 0;
  const dy = spot ? parseFloat(spot.style.top) - spot.offsetTop : 0;
  return { left: left + dx, top: top + dy, width, height };
}

function startsOutside(cell: Element, from: Rect): boolean {
  const room = cell.closest('.board-room')?.getBoundingClientRect();
  if (!room) return false;
  return (
    from.top < room.top ||
    from.left < room.left ||
    from.top + from.height > room.bottom ||
    from.left + from.width > room.right
  );
}

/** Animate a copy of the tile above the page, and show the tile itself when the copy arrives. */
function fly(move: Move): void {
  const { cell, to, delay } = move;
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const name of ['data-key', 'data-tile', 'role', 'tabindex', 'aria-label', 'aria-selected'])
    copy.removeAttribute(name);
  copy.setAttribute('aria-hidden', 'true');
  copy.dataset.flying = '';
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    zIndex: '20',
    pointerEvents: 'none',
  });
  document.body.append(copy);
  const flown = travel(copy, move);
  const hidden = cell.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + TRAVEL_MS });
  const land = (): void => {
    hidden.cancel();
    copy.remove();
  };
  if (flown) void flown.finished.then(land, land);
  else land();
}

function travel(cell: HTMLElement, { from, to, delay }: Omit<Move, 'cell'>): Animation | null {
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (Math.abs(dx) + Math.abs(dy) < 1 || to.width === 0) return null;
  const scale = from.width / to.width;
  return cell.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 },
      { transform: 'none', zIndex: 5 },
    ],
    { duration: TRAVEL_MS, delay, fill: 'backwards', easing: 'cubic-bezier(.2,.8,.2,1)' },
  );
}

/**
 * Return the final position of a tile during its animation, so that arrow keys do not depend on the
 * animation.
 */
export function whereItLies(cell: Element): Rect {
  const { left, top, width, height } = cell.getBoundingClientRect();
  const { a: scale, e: dx, f: dy } = new DOMMatrixReadOnly(getComputedStyle(cell).transform);
  const [wide, high] = [width / scale, height / scale];
  return {
    left: left + (width - wide) / 2 - dx,
    top: top + (height - high) / 2 - dy,
    width: wide,
    height: high,
  };
}

function key(cell: Element): string {
  return cell.getAttribute('data-key')!;
}
