// A position being edited, and the answers of the referee, the solver and the analysis.

import { settingOf, turned, type Rules } from '../../lib/game/house';
import { count, printTable, readRack, readTable, type Tile } from '../../lib/game/tiles';
import { editionNamed } from '../../lib/game/editions';
import { api } from '../../lib/net/api';
import { Practice } from '../../lib/practice/practice.svelte';
import type { Candidate, Finding, SolveAnswer } from '../../lib/protocol/types';
import { problemText } from '../../lib/words/problems';
import { router } from '../../lib/state/router.svelte';
import type { Setting } from '../../lib/rules/rulebook.svelte';
import { faultWords } from '../../lib/words/describe';
import { tileName } from '../../lib/words/tile-names';
import { violationWords, type Words } from '../../lib/words/refusals';
import { t } from '../../lib/words/words.svelte';
import {
  boxSize,
  FRESH,
  fromQuery,
  fromText,
  left,
  toQuery,
  toText,
  type Linked,
  type Other,
} from '../../lib/game/position-link';
import { WinChances } from './win-chances.svelte';

const STEP_MS = 1200;

export interface Said {
  readonly tone: 'plain' | 'good' | 'bad';
  readonly words: readonly Words[];
}

export class PositionQuery {
  edition = $state('classic-en');
  rules = $state.raw<Rules>({});
  table = $state.raw<readonly (readonly Tile[])[]>([]);
  rack = $state.raw<readonly Tile[]>([]);
  hasMelded = $state(true);
  others = $state.raw<readonly Other[]>([FRESH]);
  /** The destination of the next tile: the rack, or the index of a meld. */
  target = $state<'rack' | number>('rack');
  isEditing = $state(true);
  isBusy = $state(false);
  said = $state.raw<Said | null>(null);
  answer = $state.raw<SolveAnswer | null>(null);
  chosen = $state(0);
  /** The displayed step of the chosen play; 0 before the first. */
  at = $state(0);
  isPlaying = $state(false);
  practice = new Practice();
  chances = new WinChances();

  used = $derived(count([...this.table.flat(), ...this.rack]));
  changed = $derived(Object.keys(this.rules));
  play = $derived(this.answer?.plays[this.chosen] ?? null);
  fourth = $derived(editionNamed(this.edition).fourth_colour);
  mostPlayers = $derived(editionNamed(this.edition).max_players);
  /** The tiles that are nowhere else; below 0 if the other players hold too many. */
  pool = $derived.by(() => {
    const held = this.others.reduce((sum, other) => sum + other.tiles, 0);
    return boxSize(this.edition, 1 + this.others.length) - this.table.flat().length - this.rack.length - held;
  });

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the latest question. The answers to earlier ones are dropped. */
  #latest = 0;

  constructor(query: string) {
    const { position, broken } = fromQuery(query);
    this.#take(position);
    if (broken.length) this.#say('bad', t('solve.link-broken', { what: broken.join(', ') }));
    if (position.table.length || position.rack.length) this.begin();
  }

  get position(): Linked {
    const { edition, rules, table, rack, hasMelded, others } = this;
    return { edition, rules, table: table.filter((row) => row.length), rack, hasMelded, others };
  }

  /** The position in one line. */
  get text(): string {
    return toText(this.position);
  }

  get link(): string {
    return `${location.origin}/solve${toQuery(this.position)}`;
  }

  // ── house rules ──

  choose(edition: string): void {
    this.edition = edition;
    this.rules = {};
    this.others = this.others.slice(0, this.mostPlayers - 1);
    this.#changed();
  }

  setting(knob: string): Setting {
    return settingOf(this.edition, this.rules, knob);
  }

  turn(knob: string, value: Setting): void {
    this.rules = turned(this.edition, this.rules, knob, value);
    this.#changed();
  }

  // ── placing tiles ──

  left(tile: Tile): number {
    return left(tile, this.edition, this.used);
  }

  add(tile: Tile): void {
    if (this.left(tile) <= 0) return;
    if (this.target === 'rack') this.rack = [...this.rack, tile];
    else {
      const at = this.target;
      this.table = this.table.map((row, number) => (number === at ? [...row, tile] : row));
    }
    this.#changed();
  }

  newMeld(): void {
    this.table = [...this.table.filter((row) => row.length), []];
    this.target = this.table.length - 1;
  }

  remove(row: 'rack' | number, at: number): void {
    if (row === 'rack') this.rack = this.rack.toSpliced(at, 1);
    else this.table = this.table.map((tiles, number) => (number === row ? tiles.toSpliced(at, 1) : tiles));
    this.#changed();
  }

  clear(): void {
    [this.table, this.rack, this.target] = [[], [], 'rack'];
    this.#changed();
  }

  /** Apply typed or pasted notation; false, with a message, when it cannot be parsed. */
  read(table: string, rack: string): boolean {
    try {
      [this.table, this.rack] = [readTable(table), readRack(rack || '-')];
    } catch (error) {
      const word = /'(.*)'/.exec(String(error))?.[1] ?? '';
      this.#say('bad', t('solve.not-read', { what: word }));
      return false;
    }
    this.target = 'rack';
    this.#changed();
    return true;
  }

  /** Replace the position by one in a line of text, unless a part of it cannot be read. */
  readText(text: string): void {
    const { position, broken } = fromText(text);
    if (broken.length) return this.#say('bad', t('solve.text-broken', { what: broken.join(', ') }));
    this.#take(position);
    this.target = 'rack';
    this.#changed();
    this.begin();
  }

  get tableText(): string {
    return printTable(this.position.table);
  }

  melded(has: boolean): void {
    this.hasMelded = has;
    this.#changed();
  }

  // ── the other players ──

  seat(at: number, change: Partial<Other>): void {
    this.others = this.others.map((other, number) => (number === at ? { ...other, ...change } : other));
    this.#changed();
  }

  addSeat(): void {
    this.others = [...this.others, this.others.at(-1) ?? FRESH];
    this.#changed();
  }

  unseat(at: number): void {
    this.others = this.others.toSpliced(at, 1);
    this.#changed();
  }

  // ── requests ──

  /** Switch from editing to playing. */
  begin(): void {
    this.table = this.position.table;
    const edition = { ...editionNamed(this.edition), ...this.rules } as ReturnType<typeof editionNamed>;
    this.practice.show({ edition, table: this.table, rack: this.rack, hasMelded: this.hasMelded });
    this.isEditing = false;
  }

  edit(): void {
    this.#drop();
    this.chances.pause();
    this.isEditing = true;
  }

  async judge(): Promise<void> {
    this.chances.pause();
    const after = this.practice.turn.table;
    await this.#ask(api.referee({ position: this.#asked(), after }), (answer) => {
      if (answer.findings.length) return this.#impossible(answer.findings);
      if (answer.is_legal) {
        const points = answer.points ? ` ${t('solve.worth', { n: answer.points })}` : '';
        return this.#say('good', t('solve.legal', { n: answer.laid.length }) + points);
      }
      this.practice.refuse(answer.violations.flatMap(({ tiles, meld }) => [tiles, meld]));
      const words = answer.violations.map((violation) => violationWords(violation, this.fourth));
      this.said = { tone: 'bad', words };
    });
  }

  async solve(): Promise<void> {
    this.chances.stop();
    this.begin();
    await this.#ask(api.solve({ position: this.#asked(), count: 5 }), (answer) => {
      if (answer.findings.length) return this.#impossible(answer.findings);
      this.answer = answer;
      this.chosen = 0;
      if (!answer.plays.length) this.#say('plain', t('solve.no-play'));
      else this.pick(0);
    });
  }

  /** Ask what wins, with growing budgets. */
  async analyse(): Promise<void> {
    const problem = this.#seatProblem();
    this.answer = null;
    if (problem) return this.#say('bad', problem);
    this.begin();
    const others = this.others.map(({ tiles, hasMelded, style }) => ({
      tiles,
      has_melded: hasMelded,
      style,
    }));
    const refined = (): void => this.#showChance(this.chances.chosen);
    await this.#ask(this.chances.ask({ position: this.#asked(), others }, refined), (findings) => {
      if (findings.length) this.#impossible(findings);
    });
  }

  /** Draw the position as SVG. */
  picture(): Promise<string> {
    return api.picture(this.#asked());
  }

  /** Select one of the candidates of the analysis. */
  pickChance(candidate: Candidate): void {
    this.chances.pick(candidate);
    this.#showChance(candidate);
  }

  #showChance(candidate: Candidate | null): void {
    if (!this.isEditing) this.practice.showTable(candidate?.table ?? this.table);
  }

  #seatProblem(): string {
    if (!this.rack.length) return t('wins.no-rack');
    if (this.others.some((other) => !Number.isInteger(other.tiles) || other.tiles < 1))
      return t('wins.no-tiles');
    if (this.others.length >= this.mostPlayers) return t('wins.too-many-players', { n: this.mostPlayers });
    return this.pool < 0 ? t('wins.too-many', { n: -this.pool }) : '';
  }

  /** Select one of the plays. */
  pick(play: number): void {
    this.chosen = play;
    this.said = null;
    this.go(this.answer?.plays[play]?.moves.length ?? 0);
  }

  /** Show the table after this many steps. */
  go(at: number): void {
    this.stop();
    this.#show(at);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  /** Play all steps in turn. */
  animate(): void {
    if (this.isPlaying) return this.stop();
    this.#show(0);
    this.isPlaying = true;
    this.#next();
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      this.#show(this.at + 1);
      if (this.at < (this.play?.moves.length ?? 0)) this.#next();
      else this.isPlaying = false;
    }, STEP_MS);
  }

  #show(at: number): void {
    const moves = this.play?.moves ?? [];
    this.at = Math.max(0, Math.min(moves.length, at));
    const move = moves[this.at - 1];
    if (!move) this.practice.showTable(this.table);
    else this.practice.showTable(move.hand.length ? [...move.table, move.hand] : move.table);
  }

  /** Wait for an answer and show it, unless a later question or a change of the position has replaced it. */
  async #ask<Answer>(request: Promise<Answer>, show: (answer: Answer) => void): Promise<void> {
    this.#drop();
    const own = this.#latest;
    this.isBusy = true;
    this.said = null;
    try {
      const answer = await request;
      if (own === this.#latest) show(answer);
    } catch (error) {
      if (own === this.#latest) this.#say('bad', problemText(error));
    } finally {
      if (own === this.#latest) this.isBusy = false;
    }
  }

  /** Ignore the answer to the latest question. */
  #drop(): void {
    this.stop();
    this.#latest += 1;
    this.isBusy = false;
  }

  #asked() {
    const { edition, rules, table, rack, hasMelded } = this.position;
    return { edition, rules, table, rack, has_melded: hasMelded };
  }

  #impossible(findings: readonly Finding[]): void {
    this.isEditing = true;
    this.said = { tone: 'bad', words: findings.map((finding) => this.#findingWords(finding)) };
  }

  #findingWords({ tiles, have, most, why }: Finding): Words {
    if (why)
      return {
        ...faultWords(tiles, why, this.fourth),
        what: `${tiles.join(' ')}: ${faultWords(tiles, why, this.fourth).what}`,
      };
    const tile = tileName(tiles[0]!, this.fourth);
    return {
      what: most ? t('solve.too-many', { tile, have, n: most }) : t('solve.no-tile', { tile }),
      way: '',
    };
  }

  #changed(): void {
    this.answer = null;
    this.said = null;
    this.#drop();
    this.chances.stop();
    router.replace('/solve', `/solve${toQuery(this.position)}`);
  }

  #take(position: Linked): void {
    this.edition = position.edition;
    this.rules = position.rules;
    this.table = position.table;
    this.rack = position.rack;
    this.hasMelded = position.hasMelded;
    this.others = position.others;
  }

  #say(tone: Said['tone'], what: string): void {
    this.said = { tone, words: [{ what, way: '' }] };
  }
}
