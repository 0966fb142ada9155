// Pinch to zoom the table.

const MOST = 2;
const LEAST = 1;

/** Return the new zoom when the distance between two fingers changes from `before` to `now`. */
export function pinched(zoom: number, before: number, now: number): number {
  const wanted = before > 0 ? (zoom * now) / before : zoom;
  return Math.round(Math.min(MOST, Math.max(LEAST, wanted)) * 20) / 20;
}

/** Handle pinches on an element. Gestures with one finger are left to other handlers. */
export function pinch(
  read: () => number,
  write: (zoom: number) => void,
): (element: HTMLElement) => () => void {
  return (element) => {
    let began: { readonly apart: number; readonly zoom: number } | null = null;
    const start = (event: TouchEvent): void => {
      began = event.touches.length === 2 ? { apart: apart(event), zoom: read() } : null;
    };
    const move = (event: TouchEvent): void => {
      if (!began || event.touches.length !== 2) return;
      event.preventDefault();
      write(pinched(began.zoom, began.apart, apart(event)));
    };
    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchmove', move);
    };
  };
}

function apart({ touches: [one, other] }: TouchEvent): number {
  return Math.hypot(one!.clientX - other!.clientX, one!.clientY - other!.clientY);
}
