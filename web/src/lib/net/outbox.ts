// Turns that the server has not confirmed yet. They survive a reload of the page in this tab, so that a turn
// ended on a bad connection still counts.

import type { Do, FromClient } from '../protocol/types';

export interface Outbox {
  read(): readonly Do[];
  write(turns: readonly Do[]): void;
}

/**
 * Whether to keep a message across a reload. Only turns: the server rejects them once the position has
 * changed.
 */
export function isTurn(message: FromClient): message is Do {
  return message.type === 'do' && ['play', 'draw', 'pass'].includes(message.ask.type);
}

/** Return the outbox of a room in this tab. */
export function outboxOf(room: string): Outbox {
  const key = `tilewise.unsent.${room}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
        return Array.isArray(kept) ? (kept as FromClient[]).filter(isTurn) : [];
      } catch {
        return [];
      }
    },
    write(turns) {
      try {
        if (turns.length) sessionStorage.setItem(key, JSON.stringify(turns));
        else sessionStorage.removeItem(key);
      } catch {
        // storage is full or blocked: the turns last as long as the page
      }
    },
  };
}
