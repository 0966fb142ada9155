// Turns that the server has not confirmed yet. They survive a reload of the page in this tab, so that a turn
// ended on a bad connection still counts.

import type { Do, FromClient } from '../protocol/types';
import { keep, kept } from '../state/storage';

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
  const name = `unsent.${room}`;
  return {
    read: () => kept(name, [], areMessages, 'tab').filter(isTurn),
    write: (turns) => void keep(name, turns, 'tab'),
  };
}

function areMessages(value: unknown): value is FromClient[] {
  return Array.isArray(value);
}
