// A game being written down: how it ended, then rack by rack.

import { COLOURS } from '../../lib/game/tiles';
import type { Edition, SheetGame } from '../../lib/protocol/types';
import { emptySeat } from './sheet.svelte';
import type { Left } from './scoring';

export class Entry {
  /** Who laid the last tile; null: the pool ran out; undefined: not said yet. */
  winner = $state<number | null | undefined>(undefined);
  seats = $state.raw<readonly Left[]>([]);
  /** Whose rack is being counted. */
  at = $state(0);
  /** The game that is written anew, if any. */
  readonly game: number | undefined;
  readonly #box: Edition['box'];

  order = $derived(this.seats.map((_, seat) => seat).filter((seat) => seat !== this.winner));
  now = $derived(this.seats[this.at] ?? emptySeat());
  next = $derived(this.order[this.order.indexOf(this.at) + 1]);
  /** Seats that still hold nothing, though only the winner may. */
  missing = $derived(this.order.filter((seat) => !this.seats[seat]!.tiles.length));

  constructor(count: number, box: Edition['box'], old?: { game: SheetGame; at: number }) {
    this.#box = box;
    this.game = old?.at;
    this.winner = old?.game.winner;
    this.seats = old?.game.seats ?? Array.from({ length: count }, emptySeat);
    this.at = this.order[0] ?? 0;
  }

  end(winner: number | null): void {
    this.winner = winner;
    this.seats = this.seats.map((left, seat) => (seat === winner ? emptySeat() : left));
    this.at = this.order[0] ?? 0;
  }

  /** How many tiles with a number there are in the box; 0 stands for jokers. */
  inBox(tile: number): number {
    const { copies, classic, double, colour_change: change, mirror } = this.#box;
    return tile ? copies * COLOURS.length : classic + double + change + mirror;
  }

  /** How many of them are on no rack yet. */
  left(tile: number): number {
    const counted = this.seats.flatMap((left) => left.tiles).filter((other) => other === tile);
    return this.inBox(tile) - counted.length;
  }

  /** False when the box holds no more of it. */
  tap(tile: number): boolean {
    if (this.left(tile) <= 0) return false;
    this.#set({ tiles: [...this.now.tiles, tile] });
    return true;
  }

  /** It ended in another way. */
  endAnew(): void {
    this.winner = undefined;
  }

  back(): void {
    this.#set({ tiles: this.now.tiles.slice(0, -1) });
  }

  melded(has: boolean): void {
    this.#set({ has_melded: has });
  }

  could(could: boolean): void {
    this.#set({ could_meld: could });
  }

  toGame(): SheetGame {
    const winner = this.winner ?? null;
    return { ending: winner === null ? 'empty-pool' : 'rack-out', winner, seats: this.seats };
  }

  #set(change: Partial<Left>): void {
    this.seats = this.seats.map((left, seat) => (seat === this.at ? { ...left, ...change } : left));
  }
}
