// Turns that were not answered yet. They outlive a reload of the page in this tab: a player who ended a turn on a bad line
// and loads the page again has still ended it.

import type { Do, FromClient } from '../protocol/types';

export interface Outbox {
  read(): readonly Do[];
  write(turns: readonly Do[]): void;
}

/** Only what the server refuses in any other position: whatever else was asked for may be unwanted by now. */
export function isTurn(message: FromClient): message is Do {
  return message.type === 'do' && ['play', 'draw', 'pass'].includes(message.ask.type);
}

/** The outbox of a room in this tab. */
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
        // no room to keep them: they last as long as the page
      }
    },
  };
}
