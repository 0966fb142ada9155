// Tiles that changed their place glide there: measured before and after, by key. Decoration only.

import type { Rect } from './geometry';

export interface Flight {
  /** Remember where every tile is. */
  before(root: ParentNode): void;
  /** Let every tile glide from where it was; new ones come from where `origin` says. */
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
      const moves = [...root.querySelectorAll('[data-key]')].flatMap((cell) => {
        const from = known.get(key(cell)) ?? origin?.(key(cell), cell);
        if (!from) return [];
        const isNew = !known.has(key(cell));
        const delay = isNew ? Math.min(arrivals++ * STAGGER_MS, LONGEST_MS - TRAVEL_MS) : 0;
        return [{ cell, from, to: cell.getBoundingClientRect(), delay }];
      });
      // All are measured before the first one moves: asked in between, a browser lays the page out for every tile.
      for (const move of moves) glide(move);
    },
  };
}

interface Move {
  readonly cell: Element;
  readonly from: DOMRect;
  readonly to: DOMRect;
  readonly delay: number;
}

function glide({ cell, from, to, delay }: Move): void {
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (Math.abs(dx) + Math.abs(dy) < 1 || to.width === 0) return;
  const scale = from.width / to.width;
  cell.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 },
      { transform: 'none', zIndex: 5 },
    ],
    { duration: TRAVEL_MS, delay, fill: 'backwards', easing: 'cubic-bezier(.2,.8,.2,1)' },
  );
}

/** Where a tile lies when its glide is over: what comes next to what does not depend on the way there. */
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
