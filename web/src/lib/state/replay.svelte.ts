// A match that is over, seen again: where one is in it, and the table at that moment.

import { api } from '../net/api';
import { replayed, type MatchRecord, type Moment } from '../game/record';
import type { Edition, GameView } from '../protocol/types';
import { facesOf } from '../ui/tints';
import { seatName } from '../words/names';
import { Board } from './board.svelte';
import { Review } from './review.svelte';

const STEP_MS = 1400;

export class Replay {
  board = new Board();
  record = $state.raw<MatchRecord | null>(null);
  moments = $state.raw<readonly Moment[]>([]);
  at = $state(0);
  isPlaying = $state(false);
  review = new Review();
  /** Whether the best play is shown in place of what was done. */
  isBest = $state(false);
  /** The step of the best play that is being shown; −1 when none is. */
  step = $state(-1);

  now = $derived(this.moments[this.at] ?? null);
  reviewed = $derived(this.now ? this.review.of(this.now.game, this.now.turn) : undefined);
  /** The last moment of a game: nobody can play on from there. */
  isAtEnd = $derived(this.moments[this.at + 1]?.game !== this.now?.game);
  mover = $derived(this.now?.action?.seat ?? null);
  faces = $derived(facesOf(this.record?.seats ?? []));
  /** What the players are called in the language of the page. */
  names = $derived(this.record?.seats.map((name) => seatName(name, this.record!)) ?? []);

  isBot(seat: number): boolean {
    return this.record?.bots.includes(this.record.seats[seat]!) ?? false;
  }

  #room: string;
  #timer: ReturnType<typeof setInterval> | undefined;
  #stepTimer: ReturnType<typeof setTimeout> | undefined;

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
    this.board.isShown = true;
    this.go(Math.max(0, wanted));
    void this.review.load(this.#room);
  }

  jump(game: number, turn: number): void {
    const at = this.moments.findIndex((moment) => moment.game === game && moment.turn === turn);
    if (at >= 0) this.go(at);
  }

  go(at: number): void {
    this.at = Math.min(this.moments.length - 1, Math.max(0, at));
    const moment = this.moments[this.at];
    if (!moment || !this.record) return;
    clearTimeout(this.#stepTimer);
    [this.isBest, this.step] = [false, -1];
    this.board.fourth = this.record.edition.fourth_colour;
    this.board.turnNumber = this.at;
    this.board.lastBy = moment.action ? ([...this.names[moment.action.seat]!][0] ?? null) : null;
    this.#showTurn(moment);
  }

  /** Show the table after a turn; only what this very turn changed is marked, wherever one came from. */
  #showTurn(moment: Moment): void {
    const { turn } = this.board;
    const before = this.moments[this.at - 1];
    if (before?.game === moment.game) turn.show(this.#view(before, this.at - 1));
    turn.recent = new Set();
    turn.show(this.#view(moment));
    if (before?.game !== moment.game) turn.recent = new Set();
  }

  /** Show what was done, or the best that could have been done. */
  compare(isBest: boolean): void {
    this.go(this.at);
    const best = this.reviewed?.best;
    if (!isBest || !best) return;
    this.isBest = true;
    this.#before();
    this.board.turn.follow(best.table, []);
  }

  /** The best play, step by step. */
  playOut(): void {
    this.go(this.at);
    this.isBest = true;
    this.#before();
    this.#stepTimer = setTimeout(() => this.#nextStep(0), STEP_MS / 2);
  }

  #nextStep(at: number): void {
    const move = this.reviewed?.best?.moves[at];
    this.step = move ? at : -1;
    if (!move) return;
    this.board.turn.follow(move.table, move.hand);
    this.#stepTimer = setTimeout(() => this.#nextStep(at + 1), STEP_MS);
  }

  /** The table as it lay before the turn that is shown. */
  #before(): void {
    this.board.turn.show(this.#view(this.moments[this.at - 1]!));
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
    clearTimeout(this.#stepTimer);
  }

  /** The link that leads to this very moment. */
  get link(): string {
    return `${location.origin}/replay/${this.#room}?game=${this.now?.game ?? 1}&turn=${this.now?.turn ?? 0}`;
  }

  #view(moment: Moment, at = this.at): GameView {
    const seats = moment.racks.map((rack) => ({
      tiles: rack.length,
      has_melded: true,
      has_conceded: false,
      laid: 0,
      quiet: 0,
      drew: 0,
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
      turn: at,
      passed: [],
      last_turns: null,
      result: null,
      earlier: [],
    };
  }
}
