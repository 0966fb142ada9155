// The state of a room. The server's view is the truth; events only drive sounds, animations and
// announcements.

import { freshName } from '../net/fresh';
import { play } from '../board/sounds';
import { connectTo, type RoomSocket, type RoomListener, type ConnectionState } from '../net/room-socket';
import type {
  Ask,
  Emote,
  FromServer,
  Person,
  Recent,
  Refused,
  RoomEvent,
  RoomView,
  Said,
} from '../protocol/types';
import { changeWords } from '../words/hosting';
import { chairName, personName } from '../words/names';
import { refusalWords, type Words } from '../words/refusals';
import { tileName, tileNames } from '../words/tile-names';
import { list, t, tt } from '../words/words.svelte';
import type { Witness } from '../game/deal';
import { hashOf } from '../game/sha256';
import { EMPTY_DRAFT, tableOf } from '../game/draft';
import { printTable } from '../game/tiles';
import { announcer } from './announcer.svelte';
import { Board } from './board.svelte';
import { keepDraft, keepMuted, keptDraft, keptMuted } from './drafts';
import { notify } from './notifying';
import { facesOf } from '../ui/tints';
import { settings } from './settings.svelte';
import { keepWitnesses, keptWitnesses } from './witnesses';

/** A line of the log. */
export type LogLine =
  | { readonly id: number; readonly kind: 'event'; readonly event: RoomEvent; readonly name: string }
  | { readonly id: number; readonly kind: 'said'; readonly said: Said };

const LONGEST_LOG = 60;
const DRAFT_MS = 150;
/** A request unanswered for this long is shown as slow. */
const SLOW_MS = 700;
/** A player who watches the scores takes part in the next deal this long before it begins. */
const LAST_CALL_SECONDS = 3;

export class Room implements RoomListener {
  readonly id: string;
  board = new Board();
  view = $state.raw<RoomView | null>(null);
  you = $state.raw<Person | null>(null);
  state = $state<ConnectionState>('connecting');
  log = $state.raw<readonly LogLine[]>([]);
  present = $state.raw<readonly boolean[]>([]);
  watching = $state(0);
  /** How many messages of others came while the chat was closed. */
  unread = $state(0);
  refusal = $state.raw<Refused | null>(null);
  /**
   * A message at the top: events missed while disconnected, a turn ended by the clock, or why an action
   * failed.
   */
  notice = $state.raw<{ readonly kind: 'ok' | 'time' | 'note'; readonly text: string } | null>(null);
  isBusy = $state(false);
  /** The last request has been unanswered for a while. */
  isSlow = $state(false);
  /** Names whose messages are hidden. */
  muted = $state.raw<ReadonlySet<string>>(new Set());
  now = $state(Date.now() / 1000);

  game = $derived(this.view?.game ?? null);
  seat = $derived(this.view?.seat ?? null);
  /** The avatar tint of each seat, all different. */
  faces = $derived(facesOf(this.view?.chairs.map((chair) => chair.name) ?? []));
  /** Whether the host has freed my chair. */
  isSentAway = $state(false);
  isHost = $derived(this.view !== null && this.view.host === this.you?.id);
  isMyTurn = $derived(
    this.view?.phase === 'playing' && this.game !== null && this.game.to_move === this.seat,
  );
  /** A game is in progress and has no result yet. */
  isPlaying = $derived(this.view?.phase === 'playing' && this.game?.result === null);
  hasGivenUp = $derived(this.isPlaying && this.seat !== null && this.game!.seats[this.seat]!.has_conceded);
  /** Whether the host allows me, who does not play, to see the win chances. */
  canSeeChances = $derived(
    this.isPlaying && this.view!.config.live_curve === true && (this.seat === null || this.hasGivenUp),
  );
  /** All other players at the table are bots. */
  isAloneWithBots = $derived(
    this.view?.chairs.every((chair, seat) => seat === this.seat || chair.person === null) ?? false,
  );
  /** The effect of my leaving: the game waits for me, a bot takes over, or the match ends without people. */
  leaving = $derived.by<'waits' | 'bot' | 'ends'>(() => {
    if (!this.view) return 'waits';
    const isPerson = (seat: number) => seat !== this.seat && this.view!.chairs[seat]!.person !== null;
    if (this.view.chairs.some((chair, seat) => isPerson(seat) && !chair.has_stand_in)) return 'bot';
    return ['none', 'correspondence'].includes(this.view.config.time.type) ? 'waits' : 'ends';
  });
  /** The match ended before any of its games did. */
  isCutShort = $derived(this.view?.phase === 'over' && this.view.results.length === 0);
  /** A game has ended, and the next has not begun. */
  isOver = $derived(
    this.view !== null &&
      this.view.results.length > 0 &&
      (this.view.phase === 'dealing' || this.view.phase === 'over'),
  );
  /** How many games had ended when the score sheet was closed. */
  #closedAfter = $state(-1);
  isSheetShown = $derived(this.isOver && this.#closedAfter !== this.view!.results.length);
  secondsLeft = $derived(this.#left());
  secondsOf = $derived(this.view?.clock.due ? this.view.clock.due - this.view.clock.since : null);

  /** The time for my next turn; null without a clock. */
  secondsOfMine = $derived.by(() => {
    const time = this.view?.config.time;
    if (!time || time.type === 'none') return null;
    if (time.type === 'correspondence') return time.hours * 3600;
    const bank =
      time.type === 'per-game' && this.seat !== null ? this.view!.clock.banks[this.seat] : undefined;
    return bank ?? time.seconds;
  });

  /** Whether I can still commit to a contribution to the next deal. */
  canContribute = $derived.by(() => {
    const deal = this.view?.phase === 'dealing' && this.seat !== null ? this.view.deals.at(-1) : undefined;
    return deal !== undefined && !deal.is_closed && deal.hashes[this.seat!] === null;
  });

  /** My witness of each deal, from before its secret was revealed, by game number. */
  witnesses: Map<number, Witness>;

  #socket: RoomSocket;
  #offset = 0;
  #number = 0;
  #asked: string | null = null;
  /** The deal I committed to, and the id of the request. */
  #added: { readonly game: number; readonly ask: string } | null = null;
  /** The deal whose contribution I have revealed. */
  #revealed = 0;
  #ticker: ReturnType<typeof setInterval>;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #lastTick = -1;
  #wasLost = false;

  constructor(id: string, connect: (id: string, listener: RoomListener) => RoomSocket = connectTo) {
    this.id = id;
    this.muted = new Set(keptMuted(id));
    this.witnesses = keptWitnesses(id);
    this.#socket = connect(id, this);
    this.#ticker = setInterval(() => this.#tick(), 250);
    // a turn that ended before a reload is still being sent
    if (this.#socket.waiting) this.#await(this.#socket.waiting);
    this.#socket.connect();
  }

  leave(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#draftTimer);
    clearTimeout(this.#slowTimer);
    this.#socket.close();
  }

  nameOf(seat: number): string {
    const chair = this.view?.chairs[seat];
    return chair ? chairName(chair) : '';
  }

  showSheet(): void {
    this.#closedAfter = -1;
  }

  /** Close the score sheet to show the table. */
  hideSheet(): void {
    this.#closedAfter = this.view?.results.length ?? -1;
  }

  // ── requests ──

  ask(ask: Ask): void {
    this.refusal = null;
    this.#await(this.#socket.ask(ask, this.view?.version ?? 0));
  }

  #await(asked: string): void {
    this.#asked = asked;
    this.isBusy = true;
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => (this.isSlow = this.isBusy), SLOW_MS);
  }

  /** Show a message at the top of the table, and announce it. */
  inform(kind: 'ok' | 'time' | 'note', text: string): void {
    this.notice = { kind, text };
    if (kind === 'ok') announcer.say(text);
    else announcer.interrupt(text);
  }

  endTurn(): void {
    clearTimeout(this.#draftTimer);
    this.ask({ type: 'play', table: this.board.turn.table });
  }

  drawOrPass(): void {
    this.ask({ type: this.game?.pool === 0 ? 'pass' : 'draw' });
  }

  /**
   * Commit to a contribution to the deal, which also marks me as ready. Another tab may have stored one: both
   * then send the same.
   */
  contribute(): void {
    const { game, commitment } = this.view!.deals.at(-1)!;
    if (this.#added?.game === game) return;
    const kept = keptWitnesses(this.id).get(game);
    const isMine = kept?.commitment === commitment && kept.seat === this.seat;
    const text = (isMine && kept.contribution) || freshName();
    this.#witness(game, { contribution: text });
    this.ask({ type: 'commit', hash: hashOf(text) });
    this.#added = { game, ask: this.#asked! };
  }

  /** Reveal my contribution once all hashes are in, and remember them: they must not change. */
  #reveal(view: RoomView): void {
    const deal = view.deals.at(-1);
    const own = deal && this.witnessOf(deal.game)?.contribution;
    if (view.phase !== 'dealing' || view.seat === null || !own || !deal.is_closed) return;
    if (deal.contributions[view.seat] !== null || deal.hashes[view.seat] !== hashOf(own)) return;
    if (this.#revealed === deal.game) return;
    this.#revealed = deal.game;
    this.#witness(deal.game, { hashes: deal.hashes });
    this.#socket.ask({ type: 'contribute', text: own }, view.version);
  }

  say(text: string): void {
    this.#socket.send({ type: 'say', text });
  }

  emote(emote: Emote): void {
    this.#socket.send({ type: 'emote', emote });
  }

  /** Show the draft to the other players. It also counts when time runs out. */
  showDraft(): void {
    clearTimeout(this.#draftTimer);
    const { table } = this.board.turn;
    this.#draftTimer = setTimeout(() => this.#socket.send({ type: 'draft', table }), DRAFT_MS);
  }

  /** Store the draft in this tab, so that a reload loses nothing. */
  keepDraft(): void {
    const { table, begun } = this.board.turn;
    keepDraft(this.id, { table, on: tableOf(begun), turn: this.game?.turn ?? 0 });
  }

  /** Hide a player's messages at this table, in this tab. */
  mute(name: string): void {
    this.muted = new Set([...this.muted, name]);
    keepMuted(this.id, [...this.muted]);
    this.log = this.log.filter((line) => line.kind !== 'said' || line.said.name !== name);
    announcer.say(t('chat.muted', { name: personName(name) }));
  }

  // ── messages from the server ──

  connectionChanged(state: ConnectionState): void {
    if (state === 'lost') this.#wasLost = true;
    this.state = state === 'connecting' && this.#wasLost ? 'lost' : state;
  }

  receive(message: FromServer): void {
    if ('now' in message) this.#offset = message.now - Date.now() / 1000;
    if (message.type === 'welcome') this.you = message.you;
    else if (message.type === 'update') this.#update(message.view, message.events);
    else if (message.type === 'done') this.#answered(message.id);
    else if (message.type === 'refused') this.#refused(message);
    else if (message.type === 'presence') [this.present, this.watching] = [message.chairs, message.watching];
    else if (message.type === 'said') this.#said(message);
    else if (message.type === 'recent') this.#recall(message);
    else if (message.type === 'goodbye') this.isSentAway = this.#isSeatLost(message.why);
    else if (message.type === 'draft-shown' && message.seat !== this.seat)
      this.board.turn.preview(message.table);
  }

  /** Whether the player lost the seat. The server sends such a player only a goodbye. */
  #isSeatLost(why: string): boolean {
    return why === 'not-for-you' && this.view?.phase === 'gathering' && this.seat !== null;
  }

  #update(view: RoomView, events: readonly RoomEvent[]): void {
    const wasMine = this.isMyTurn;
    const seat = this.seat;
    this.isSentAway = view.seat === null && (this.isSentAway || events.some((event) => freesBy(event, seat)));
    this.view = view;
    this.#watchDeal(view, events);
    this.#reveal(view);
    this.#back(events);
    if (view.game) this.#showGame(view, events);
    for (const event of events) this.#happened(event);
    if (this.isMyTurn && !wasMine) this.#myTurn();
  }

  /** Record the commitment of the deal, and the tiles I was dealt. */
  #watchDeal(view: RoomView, events: readonly RoomEvent[]): void {
    const deal = view.deals.at(-1);
    if (view.seat === null || !deal) return;
    if (view.phase === 'dealing') this.#witness(deal.game, { commitment: deal.commitment });
    const started = events.find((event) => event.type === 'game-started');
    if (started?.racks[view.seat]?.length)
      this.#witness(view.game_number, { rack: started.racks[view.seat]! });
  }

  /** Return what I saw of a deal from this seat. Another person may have used this browser. */
  witnessOf(game: number): Witness | null {
    const seen = this.witnesses.get(game);
    return seen?.seat === this.seat ? seen : null;
  }

  /** Record what I see of a deal, and keep what I saw first. */
  #witness(game: number, seen: Partial<Witness>): void {
    const kept = this.witnessOf(game);
    this.witnesses.set(game, { seat: this.seat ?? 0, ...seen, ...kept });
    if (Object.keys(seen).some((part) => !kept || !(part in kept))) keepWitnesses(this.id, this.witnesses);
  }

  #showGame(view: RoomView, events: readonly RoomEvent[]): void {
    const { board } = this;
    const played = events.find((event) => event.type === 'played');
    if (played) board.lastBy = [...this.nameOf(played.seat)][0] ?? null;
    const { edition } = view.config;
    board.fourth = edition.fourth_colour;
    board.turnNumber = view.game!.turn;
    board.refused = [];
    board.isLockTouched = false;
    const isFirst = board.turn.begun === EMPTY_DRAFT;
    board.turn.show({ ...view.game!, edition }, view.phase === 'playing');
    const kept = isFirst ? keptDraft(this.id) : null;
    if (kept?.turn === view.game!.turn && printTable(kept.on) === printTable(view.game!.table))
      board.turn.restore(kept.table);
  }

  #back(events: readonly RoomEvent[]): void {
    if (!this.#wasLost) return;
    this.#wasLost = false;
    this.state = 'open';
    this.inform('ok', events.length ? t('line.back-with', { n: events.length }) : t('line.back'));
  }

  #happened(event: RoomEvent): void {
    const seat = 'seat' in event ? event.seat : null;
    const line = this.#eventLine(event);
    this.#add(line);
    const { name } = line;
    const isMine = seat !== null && seat === this.seat;
    if (event.type === 'played' && !isMine) play('others');
    if (event.type === 'drew' && isMine) play('draw');
    if (event.type === 'game-ended' && this.seat !== null && event.result.winners.includes(this.seat))
      play('win');
    if (event.type === 'timed-out' && isMine) play('late');
    if (event.type === 'drew' && isMine && event.why && event.why !== 'turn')
      this.inform('time', tt(`time-out.${event.why}`, { n: event.count }));
    if (event.type === 'drew' && isMine && event.tiles?.length)
      announcer.say(t('aloud.you-drew', { tiles: tileNames(event.tiles, this.board.fourth) }));
    if (!isMine) this.#announce(event, name);
  }

  /** Announce another player's action. */
  #announce(event: RoomEvent, name: string): void {
    const fourth = this.board.fourth;
    if (event.type === 'played') {
      const left = this.game?.seats[event.seat]?.tiles ?? 0;
      const tiles = list(event.laid.map((tile) => tileName(tile, fourth)));
      announcer.say(t('aloud.played', { name, tiles, n: left }));
    } else if (event.type === 'drew') announcer.say(t('aloud.drew', { name, n: event.count }));
    else if (event.type === 'passed') announcer.say(t('aloud.passed', { name }));
    else if (event.type === 'hints-allowed' || event.type === 'live-curve-allowed') {
      if (!this.isHost) announcer.say(changeWords(event));
    }
  }

  #myTurn(): void {
    play('turn');
    announcer.say(t('aloud.your-turn'));
    if (document.hidden && settings.now.notifies) void notify(t('aloud.your-turn'), this.id);
  }

  #answered(id: string): void {
    if (id === this.#asked) this.#stopWaiting();
  }

  #stopWaiting(): void {
    clearTimeout(this.#slowTimer);
    this.isBusy = this.isSlow = false;
  }

  #refused(refused: Refused): void {
    if (refused.view) this.#update(refused.view, []);
    const isTooLate = this.#added !== null && refused.id === this.#added.ask;
    if (isTooLate) this.#cameTooLate();
    if (refused.id !== this.#asked) return;
    this.#stopWaiting();
    if (isTooLate) return;
    this.refusal = refused;
    this.board.refused = (refused.violations ?? []).flatMap(({ tiles, meld }) =>
      [tiles, meld].flatMap((row) => (row?.length ? [row.join(' ')] : [])),
    );
    announcer.interrupt(refusalWords(refused, this.board.fourth).map(inOneLine).join(' '));
    play('refused');
  }

  /**
   * Forget my contribution: the hashes were closed before mine arrived, which breaks no commitment. If
   * another tab has sent the same hash, it counts.
   */
  #cameTooLate(): void {
    const seen = { ...this.witnesses.get(this.#added!.game)! };
    const isKnown = this.view?.deals.find(({ game }) => game === this.#added!.game)?.hashes[seen.seat];
    if (seen.contribution && isKnown !== hashOf(seen.contribution)) delete seen.contribution;
    this.witnesses.set(this.#added!.game, seen);
    keepWitnesses(this.id, this.witnesses);
    this.#added = null;
  }

  #said(said: Said): void {
    if (this.#isMuted(said)) return;
    this.#add(this.#saidLine(said));
    if (said.seat === this.seat) return;
    this.unread += 1;
    announcer.say(`${personName(said.name)}: ${said.text || tt(`emote.${said.emote}`)}`);
  }

  /** Rebuild the log from earlier events and messages. Messages received since are kept. */
  #recall(recent: Recent): void {
    if (this.view) this.#watchDeal(this.view, recent.log.flatMap(({ events }) => events).toReversed());
    const last = recent.said.at(-1)?.at ?? 0;
    const since = this.log.filter((line) => line.kind === 'said' && (line.said.at ?? 0) > last);
    const events = recent.log.flatMap(({ at, events }) =>
      events.map((event) => ({ at, line: this.#eventLine(event) })),
    );
    const words = recent.said
      .filter((said) => !this.#isMuted(said))
      .map((said) => ({ at: said.at ?? 0, line: this.#saidLine(said) }));
    const lines = [...events, ...words].sort((one, other) => one.at - other.at).map(({ line }) => line);
    this.log = [...lines, ...since].slice(-LONGEST_LOG);
  }

  #eventLine(event: RoomEvent): Extract<LogLine, { kind: 'event' }> {
    const seat = 'seat' in event ? event.seat : null;
    const name = seat === null ? nameIn(event) : this.nameOf(seat);
    return { id: this.#number++, kind: 'event', event, name };
  }

  #saidLine(said: Said): LogLine {
    return { id: this.#number++, kind: 'said', said };
  }

  #isMuted(said: Said): boolean {
    return settings.now.isChatMuted || this.muted.has(said.name);
  }

  #add(line: LogLine): void {
    this.log = [...this.log, line].slice(-LONGEST_LOG);
  }

  // ── clock ──

  #left(): number | null {
    const due = this.view?.clock.due;
    return due === null || due === undefined ? null : Math.max(0, due - this.now);
  }

  #tick(): void {
    this.now = Date.now() / 1000 + this.#offset;
    const left = this.secondsLeft;
    if (this.canContribute && left !== null && left < LAST_CALL_SECONDS) this.contribute();
    if (!this.isMyTurn || left === null) return;
    const whole = Math.ceil(left);
    if (whole === this.#lastTick) return;
    this.#lastTick = whole;
    if (whole === 30 || whole === 10) announcer.interrupt(t('aloud.seconds', { n: whole }));
    if (whole <= 5 && whole > 0) play('tick');
  }
}

/** Whether the host freed this chair. */
function freesBy(event: RoomEvent, chair: number | null): boolean {
  return event.type === 'stood-up' && event.is_sent_away === true && event.chair === chair;
}

/** Join the problem and its remedy into two sentences. */
function inOneLine({ what, way }: Words): string {
  return `${what.replace(/(?<![.!?…])$/, '.')} ${way}`.trim();
}

/** Return the name in an event. A bot that sits down is named by its level. */
function nameIn(event: RoomEvent): string {
  if (event.type === 'bot-sat-down') return chairName(event);
  return 'name' in event ? personName(event.name) : '';
}
