// The actions and labels of the buttons at a table.

import { announcer } from '../state/announcer.svelte';
import { roomFinder } from '../rooms/room-finder.svelte';
import { router } from '../state/router.svelte';
import { Hints } from '../state/hints.svelte';
import type { Room } from '../state/room.svelte';
import { problemWords } from '../words/describe';
import { t } from '../words/words.svelte';

export class TableActions {
  #room: Room;
  /** The confirmation before giving up or leaving is open. */
  isConfirming = $state(false);
  isHelpOpen = $state(false);
  isPanelOpen = $state(false);

  hints: Hints;

  constructor(room: Room) {
    this.#room = room;
    this.hints = new Hints(room);
  }

  get #turn() {
    return this.#room.board.turn;
  }

  isReady = $derived.by(() => {
    const { judgement, isMine } = this.#turn;
    return isMine && judgement.laid > 0 && (judgement.problems.length === 0 || !this.#room.board.showsFaults);
  });

  endReason = $derived.by(() => {
    const { judgement } = this.#turn;
    if (!judgement.isTouched) return t('actions.end.nothing');
    if (!this.#room.board.showsFaults) return '';
    const broken = this.#room.board.faults.size;
    const short = judgement.problems.find((problem) => problem.kind === 'points');
    if (broken) return t('turn.to-fix', { n: broken });
    if (short) return t('turn.short', { n: short.need - short.have });
    const [first] = judgement.problems;
    return first ? problemWords(first, this.#room.board.fourth).what : '';
  });

  /** Whether I am playing in the current game. */
  takesPart = $derived.by(() => {
    const { isPlaying, seat, hasGivenUp } = this.#room;
    return isPlaying && seat !== null && !hasGivenUp;
  });

  canDraw = $derived.by(() => this.#turn.isMine && !this.#turn.judgement.isTouched && !this.#room.isBusy);
  drawLabel = $derived.by(() => (this.#room.game?.pool === 0 ? t('actions.pass') : t('actions.draw')));
  waitTitle = $derived.by(() => {
    const { game, seat, isPlaying } = this.#room;
    if (!game || !isPlaying) return t('wait.over');
    const name = this.#room.nameOf(game.to_move);
    return seat === null ? t('wait.watching') : t('wait.playing', { name });
  });
  waitReason = $derived.by(() => {
    const { game, seat, isPlaying, hasGivenUp } = this.#room;
    if (!game || !isPlaying || hasGivenUp) return '';
    if (seat === null) return t('wait.playing', { name: this.#room.nameOf(game.to_move) });
    return this.#turn.isPlanning ? t('wait.planned', { n: this.#turn.judgement.laid }) : t('wait.plan');
  });

  end(): void {
    const { judgement } = this.#turn;
    if (this.#room.isBusy) return;
    if (!this.#turn.isMine) return this.#explain(this.waitTitle);
    if (!judgement.isTouched) return this.#explain(t('actions.end.nothing'));
    if (judgement.problems.length && this.#room.board.showsFaults) return this.nextFault();
    this.#room.endTurn();
  }

  draw(): void {
    if (this.canDraw) this.#room.drawOrPass();
    else if (!this.#turn.isMine) this.#explain(this.waitTitle);
    else if (this.#turn.judgement.isTouched) this.#explain(t('actions.draw.first'));
  }

  /** Open or close the hint, or explain why there is none. */
  hint(): void {
    if (this.hints.isOpen) this.hints.close();
    else if (this.hints.canAsk) this.hints.open();
    else this.#explain(this.#room.isMyTurn ? t('hint.forbidden') : this.waitTitle);
  }

  /** Close the hint. Returns whether it was open. */
  escape(): boolean {
    if (!this.hints.isOpen) return false;
    this.hints.close();
    return true;
  }

  /** Give up this game, and say what happens next. */
  concede(): void {
    this.isConfirming = false;
    this.#room.ask({ type: 'concede' });
    if (this.#room.isAloneWithBots) this.#room.inform('note', t('gave-up.way'));
  }

  /** Leave during a match. Without a clock and without other people, the game waits for the player. */
  leave(): void {
    this.isConfirming = false;
    if (this.#room.leaving !== 'waits') this.#room.ask({ type: 'leave' });
    router.go('/');
  }

  /** Open a new table with the same rules and bots. */
  newGame(): void {
    void roomFinder.again(this.#room.view!);
  }

  startOver(): void {
    if (this.#turn.judgement.isTouched) this.#turn.reset();
  }

  /** Focus and announce the first problem. */
  nextFault(): void {
    this.#room.board.tried = this.#turn.draft;
    const [problem] = this.#turn.judgement.problems;
    if (!problem) return announcer.say(t('turn.all-fine'));
    const { what, way } = problemWords(problem, this.#room.board.fourth);
    announcer.interrupt(`${what}. ${way}`);
    if (!('meld' in problem)) return;
    const tray = document.querySelector(`[data-tray="${problem.meld}"]`);
    tray?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    tray?.querySelector<HTMLElement>('[data-key]')?.focus();
    const tiles = problem.kind === 'broken' ? [problem.tiles.join(' ')] : [];
    this.#room.board.refused = [];
    requestAnimationFrame(() => (this.#room.board.refused = tiles));
  }

  locked(): void {
    this.#room.board.isLockTouched = true;
    this.#explain(`${t('opening.locked')}. ${t('opening.locked.way')}`);
  }

  stays(): void {
    this.#explain(`${t('turn.stays')}. ${t('turn.stays.way')}`);
  }

  tellTime(): void {
    const left = this.#room.secondsLeft;
    announcer.interrupt(left === null ? t('clock.none') : t('aloud.seconds', { n: Math.ceil(left) }));
  }

  #explain(text: string): void {
    this.#room.inform('note', text);
  }
}
