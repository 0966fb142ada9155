// The score sheet for real tiles: who plays, what was left on the racks, game by game. Kept in this browser.

import { editionNamed } from '../learn/course';
import { keep, kept } from '../state/kept';
import type { Sheet, SheetGame } from '../protocol/types';
import type { Setting } from '../state/rulebook.svelte';
import { emptyPool, rackOut, standings, type Left, type ScoreRules, type Scored } from './scoring';

const NAME = 'companion';
const FRESH: Sheet = { players: ['', ''], edition: 'classic-en', rules: {}, games: [] };
const MOST_STEPS = 50;

export function isSheet(value: unknown): value is Sheet {
  const sheet = value as Partial<Sheet> | null;
  return (
    Array.isArray(sheet?.players) &&
    sheet.players.length >= 2 &&
    sheet.players.every((name) => typeof name === 'string') &&
    typeof sheet.edition === 'string' &&
    Array.isArray(sheet.games) &&
    sheet.games.every((game) => Array.isArray(game.seats) && game.seats.length === sheet.players!.length)
  );
}

export function rulesOf(sheet: Sheet): ScoreRules {
  return { ...editionNamed(sheet.edition), ...sheet.rules } as unknown as ScoreRules;
}

/** What a game is worth by the rules of its sheet. */
export function scored(game: SheetGame, sheet: Sheet): Scored {
  const rules = rulesOf(sheet);
  return game.winner === null ? emptyPool(game.seats, rules) : rackOut(game.seats, game.winner, rules);
}

export class SheetKeeper {
  now = $state.raw<Sheet>(kept(NAME, FRESH, isSheet));
  past = $state.raw<readonly Sheet[]>([]);
  isKept = $state(true);
  /** Told of every change: whoever passes the sheet on. */
  onchange: (sheet: Sheet) => void = () => undefined;

  rules = $derived(rulesOf(this.now));
  results = $derived(this.now.games.map((game) => scored(game, this.now)));
  standings = $derived(standings(this.results, this.now.players.length));
  /** R-SETUP-09: as many games as players, unless the house says otherwise. */
  perRound = $derived(
    Number((this.rules as unknown as Record<string, Setting>).games_per_round) || this.now.players.length,
  );
  hasFine = $derived(this.rules.never_melded_fine !== 'none');

  change(next: Partial<Sheet>): void {
    this.past = [...this.past, this.now].slice(-MOST_STEPS);
    this.#set({ ...this.now, ...next });
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.#set(last);
  }

  /** Write a game down, or write it anew. */
  write(game: SheetGame, at = this.now.games.length): void {
    this.change({ games: this.now.games.toSpliced(at, 1, game) });
  }

  strike(at: number): void {
    this.change({ games: this.now.games.toSpliced(at, 1) });
  }

  /** A new sheet for the same people. */
  begin(): void {
    this.change({ games: [] });
  }

  setPlayers(players: readonly string[]): void {
    this.change({ players, games: players.length === this.now.players.length ? this.now.games : [] });
  }

  name(seat: number, otherwise: string): string {
    return this.now.players[seat]?.trim() || otherwise;
  }

  #set(sheet: Sheet): void {
    this.now = sheet;
    this.isKept = keep(NAME, sheet);
    this.onchange(sheet);
  }
}

export function emptySeat(): Left {
  return { tiles: [], has_melded: true, could_meld: false };
}
