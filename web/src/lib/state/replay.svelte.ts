// A match that is over, seen again: where one is in it, and the table at that moment.

import { api } from '../net/api';
import { replayed, type MatchRecord, type Moment } from '../game/record';
import type { Edition, GameView } from '../protocol/types';
import { Board } from './board.svelte';

const STEP_MS = 1400;

export class Replay {
  board = new Board();
  record = $state.raw<MatchRecord | null>(null);
  moments = $state.raw<readonly Moment[]>([]);
  at = $state(0);
  isPlaying = $state(false);

  now = $derived(this.moments[this.at] ?? null);
  mover = $derived(this.now?.action?.seat ?? null);

  #room: string;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(room: string) {
    this.#room = room;
  }

  async load(): Promise<void> {
    const [record, text] = await Promise.all([api.record(this.#room), api.recordText(this.#room)]);
    this.record = record as MatchRecord;
    this.moments = await replayed(this.record, text);
    const asked = new URLSearchParams(location.search);
    const wanted = this.moments.findIndex(
      (moment) =>
        moment.game === Number(asked.get('game') ?? 1) && moment.turn === Number(asked.get('turn') ?? 0),
    );
    this.go(Math.max(0, wanted));
  }

  go(at: number): void {
    this.at = Math.min(this.moments.length - 1, Math.max(0, at));
    const moment = this.moments[this.at];
    if (!moment || !this.record) return;
    this.board.fourth = this.record.edition.fourth_colour;
    this.board.turnNumber = this.at;
    this.board.lastBy = moment.action ? ([...this.record.seats[moment.action.seat]!][0] ?? null) : null;
    this.board.turn.show(this.#view(moment));
  }

  play(): void {
    this.isPlaying = !this.isPlaying;
    clearInterval(this.#timer);
    if (this.isPlaying) this.#timer = setInterval(() => this.#next(), STEP_MS);
  }

  #next(): void {
    if (this.at >= this.moments.length - 1) this.play();
    else this.go(this.at + 1);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The link that leads to this very moment. */
  get link(): string {
    return `${location.origin}/replay/${this.#room}?game=${this.now?.game ?? 1}&turn=${this.now?.turn ?? 0}`;
  }

  #view(moment: Moment): GameView {
    const seats = moment.racks.map((rack) => ({
      tiles: rack.length,
      has_melded: true,
      has_conceded: false,
      laid: 0,
      quiet: 0,
      rack,
    }));
    return {
      edition: this.record!.edition as unknown as Edition,
      seat: null,
      seats,
      table: moment.table,
      pool: moment.pool,
      to_move: moment.action?.seat ?? 0,
      starter: 0,
      turn: this.at,
      passed: [],
      last_turns: null,
      result: null,
    };
  }
}
