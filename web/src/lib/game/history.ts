// Undo and redo over drafts.

export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

export function begin<T>(now: T): History<T> {
  return { past: [], now, future: [] };
}

export function step<T>(history: History<T>, next: T): History<T> {
  if (next === history.now) return history;
  return { past: [...history.past, history.now], now: next, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}

/** Replace the current draft without adding an undo step, as for sorting the rack. */
export function amend<T>(history: History<T>, now: T): History<T> {
  return { ...history, now };
}
