// A replay of a finished match: the turn that is shown, and its table on the board.

import type { Decision, MatchReplay, ReplayTurn } from '../../../lib/protocol/types';
import { facesOf } from '../../../lib/ui/tints';
import { seatName } from '../../../lib/words/names';
import { Board } from '../../../lib/state/board.svelte';
import type { ReplaySource } from './source';
import { bestPlay, Review } from './review.svelte';
import { Trying } from './trying.svelte';
import { router } from '../../../lib/state/router.svelte';
import type { TableView } from '../../../lib/state/turn.svelte';

const STEP_MS = 1400;
/** Browsers limit how often a page may change its address. */
const ADDRESS_MS = 300;

export class Replay {
  board = new Board();
  match = $state.raw<MatchReplay | null>(null);
  at = $state(0);
  isPlaying = $state(false);
  review = new Review();
  /** The turn that the player is playing again. */
  trying = $state.raw<Trying | null>(null);
  /** Whether the player has just left that turn. */
  hasTried = false;
  /** Whether the better action is shown in place of the one that was taken. */
  isBest = $state(false);
  /** The step of the better play that is being shown; −1 when none is. */
  step = $state(-1);

  turns = $derived<readonly ReplayTurn[]>(this.match?.turns ?? []);
  now = $derived(this.turns[this.at] ?? null);
  reviewed = $derived(this.now ? this.review.of(this.now.game, this.now.turn) : undefined);
  /** The better action of the turn that is shown; none if nothing is better. */
  better = $derived.by(() => {
    const { reviewed, review } = this;
    return reviewed?.[review.part].win ? review.better(reviewed) : undefined;
  });
  /** Whether this is the last turn of a finished game: no player can continue from there. */
  isAtEnd = $derived(
    this.now !== null &&
      this.turns[this.at + 1]?.game !== this.now.game &&
      this.match?.results[this.now.game - 1] !== null,
  );
  mover = $derived(this.now?.seat ?? null);
  faces = $derived(facesOf(this.match?.seats ?? []));
  /** The names of the players in the language of the page. */
  names = $derived(this.match?.seats.map((name) => seatName(name, this.match!)) ?? []);

  isBot(seat: number): boolean {
    return this.match?.bots.includes(this.match.seats[seat]!) ?? false;
  }

  readonly source: ReplaySource;
  #hasMoved = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #stepTimer: ReturnType<typeof setTimeout> | undefined;
  #addressTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: ReplaySource) {
    this.source = source;
  }

  async load(): Promise<void> {
    this.match = await this.source.load();
    this.board.isReplay = true;
    this.#show(0);
    const asked = new URLSearchParams(location.search);
    if (asked.has('turn')) this.jump(Number(asked.get('game') ?? 1), Number(asked.get('turn')));
    void this.review.load(this.source, () => this.#choosePlayer()).then(() => this.#openAtWorst());
  }

  /** Review the visitor's own decisions first, else those of the first person. */
  #choosePlayer(): void {
    const first = this.match!.seats.findIndex((_, seat) => !this.isBot(seat));
    this.review.seat = this.review.progress?.seat ?? Math.max(0, first);
  }

  /** Show the biggest mistake, unless the visitor has gone to a turn meanwhile. */
  #openAtWorst(): void {
    const { worst } = this.review;
    if (!this.#hasMoved && worst) this.jump(worst.game, worst.turn);
  }

  /** Go to the next or the previous mistake of the player who is reviewed. */
  goToMistake(way: 1 | -1): void {
    const found = this.mistakeFrom(way);
    if (found) this.jump(found.game, found.turn);
  }

  mistakeFrom(way: 1 | -1): Decision | undefined {
    return this.now ? this.review.mistakeFrom(this.now.game, this.now.turn, way) : undefined;
  }

  /** Play the turn again, from the position before it. */
  tryAgain(): void {
    this.#show(this.at);
    if (this.match && this.reviewed) this.trying = new Trying(this.source, this.match, this.reviewed);
  }

  /** Leave the turn that is being played again, and return the focus to the button that began it. */
  stopTrying(): void {
    this.hasTried = true;
    this.go(this.at);
  }

  jump(game: number, turn: number): void {
    const at = this.turns.findIndex((other) => other.game === game && other.turn === turn);
    if (at >= 0) this.go(at);
  }

  go(at: number): void {
    this.#hasMoved = true;
    this.#show(at);
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => this.keepInAddress(), ADDRESS_MS);
  }

  #show(at: number): void {
    this.trying = null;
    this.at = Math.min(this.turns.length - 1, Math.max(0, at));
    if (!this.now || !this.match) return;
    clearTimeout(this.#stepTimer);
    [this.isBest, this.step] = [false, -1];
    this.board.fourth = this.match.edition.fourth_colour;
    this.board.turnNumber = this.at;
    this.board.lastBy = this.mover === null ? null : ([...this.names[this.mover]!][0] ?? null);
    this.#showTurn();
  }

  /** Show the table after a turn. Only the changes of this turn are marked, also after a jump. */
  #showTurn(): void {
    const { turn } = this.board;
    const isFirst = this.turns[this.at - 1]?.game !== this.now?.game;
    if (!isFirst) turn.show(this.#view(this.at - 1));
    turn.recent = new Set();
    turn.show(this.#view(this.at));
    if (isFirst) turn.recent = new Set();
  }

  /** Show the action that was taken, or the better one. */
  compare(isBest: boolean): void {
    this.go(this.at);
    const { better } = this;
    if (!isBest || !better) return;
    this.isBest = true;
    this.#before();
    if (better.table) this.board.turn.follow(better.table, []);
  }

  /** The steps of the better play; none if it is better to wait. */
  get moves(): Decision['moves'] {
    const { better, reviewed } = this;
    return better && reviewed && better === bestPlay(reviewed) ? reviewed.moves : [];
  }

  /** Demonstrate the better play, step by step. */
  playOut(): void {
    this.go(this.at);
    this.isBest = true;
    this.#before();
    this.#stepTimer = setTimeout(() => this.#nextStep(0), STEP_MS / 2);
  }

  #nextStep(at: number): void {
    const move = this.moves[at];
    this.step = move ? at : -1;
    if (!move) return;
    this.board.turn.follow(move.table, move.hand);
    this.#stepTimer = setTimeout(() => this.#nextStep(at + 1), STEP_MS);
  }

  /** Show the table before the shown turn. */
  #before(): void {
    this.board.turn.show({ ...this.#view(this.at - 1), turn: this.at });
  }

  play(): void {
    this.isPlaying = !this.isPlaying;
    clearInterval(this.#timer);
    if (this.isPlaying) this.#timer = setInterval(() => this.#next(), STEP_MS);
  }

  #next(): void {
    if (this.at >= this.turns.length - 1) this.play();
    else this.go(this.at + 1);
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#stepTimer);
    clearTimeout(this.#addressTimer);
    this.review.stop();
  }

  /** The link to the turn that is shown; null when the record is too long for one. */
  get link(): string | null {
    const { address } = this.source;
    if (!address) return null;
    const query = `?game=${this.now?.game ?? 1}&turn=${this.now?.turn ?? 0}`;
    return location.origin + address.path + query + address.fragment;
  }

  /** Write the shown turn into the address, so that a reload and Back return to it. */
  keepInAddress(): void {
    const { address } = this.source;
    if (address && this.link) router.replace(address.path, this.link);
  }

  /** The table after a turn as a spectator sees it. */
  #view(at: number): TableView {
    const { table, seat } = this.turns[at]!;
    const { edition } = this.match!;
    return { edition, table, turn: at, seat: null, seats: [], to_move: seat ?? 0, result: null };
  }
}
