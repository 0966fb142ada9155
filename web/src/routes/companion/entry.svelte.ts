// The entry of one game: how it ended, then rack by rack.

import { COLOURS } from '../../lib/game/tiles';
import type { Edition, SheetGame } from '../../lib/protocol/types';
import { emptySeat } from './sheet.svelte';
import type { Left } from './scoring';

export class Entry {
  /** The player who went out; null: the pool ran out; undefined: not entered yet. */
  winner = $state<number | null | undefined>(undefined);
  seats = $state.raw<readonly Left[]>([]);
  /** The seat whose rack is being counted. */
  at = $state(0);
  /** The index of the game being corrected, if any. */
  readonly game: number | undefined;
  readonly #box: Edition['box'];

  order = $derived(this.seats.map((_, seat) => seat).filter((seat) => seat !== this.winner));
  now = $derived(this.seats[this.at] ?? emptySeat());
  next = $derived(this.order[this.order.indexOf(this.at) + 1]);
  /** Seats without tiles other than the winner's, which still have to be counted. */
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

  /** Return how many tiles of a number the box contains; 0 stands for jokers. */
  inBox(tile: number): number {
    const { copies, classic, double, colour_change: change, mirror } = this.#box;
    return tile ? copies * COLOURS.length : classic + double + change + mirror;
  }

  /** Return how many of them have not been counted on a rack yet. */
  left(tile: number): number {
    const counted = this.seats.flatMap((left) => left.tiles).filter((other) => other === tile);
    return this.inBox(tile) - counted.length;
  }

  /** Add a tile to the rack; false when the box has no more of it. */
  tap(tile: number): boolean {
    if (this.left(tile) <= 0) return false;
    this.#set({ tiles: [...this.now.tiles, tile] });
    return true;
  }

  /** Choose another ending. */
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
