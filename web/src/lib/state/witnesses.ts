// The facts this player saw of each deal, stored in the browser: after a reload or on a later visit the page can
// still reveal the contribution and check the deal.

import type { Witness } from '../game/deal';
import { keep, kept } from './storage';

type ByGame = Record<number, Witness>;

const NAME = 'deals';
/** The evidence of this many rooms is kept. */
const ROOMS = 20;

/** Return the witnesses of a room, by game number. */
export function keptWitnesses(room: string): Map<number, Witness> {
  const games = read().find(([name]) => name === room)?.[1] ?? {};
  return new Map(Object.entries(games).map(([game, witness]) => [Number(game), witness]));
}

export function keepWitnesses(room: string, witnesses: ReadonlyMap<number, Witness>): void {
  const others = read().filter(([name]) => name !== room);
  const rooms = [...others, [room, Object.fromEntries(witnesses)]].slice(-ROOMS);
  keep(NAME, rooms);
}

function read(): readonly [string, ByGame][] {
  return kept(NAME, [], areRooms);
}

function areRooms(value: unknown): value is [string, ByGame][] {
  return Array.isArray(value) && value.every(Array.isArray);
}
