// The score sheet for real tiles: players, and the racks at the end of each game. Stored in this browser.

import { settingOf, turned } from '../../lib/game/house';
import { editionNamed } from '../../lib/game/editions';
import { preferredEdition } from '../../lib/state/edition';
import { keep, kept, unreadable } from '../../lib/state/storage';
import type { Sheet, SheetGame } from '../../lib/protocol/types';
import type { Setting } from '../../lib/rules/rulebook.svelte';
import { History } from './history.svelte';
import { isSheet } from './readable';
import { emptyPool, rackOut, standings, type Left, type ScoreRules, type Scored } from './scoring';

const NAME = 'companion';
const MOST_STEPS = 50;

function freshSheet(): Sheet {
  return { players: ['', ''], edition: preferredEdition(), rules: {}, games: [], timer: null };
}

export function rulesOf(sheet: Sheet): ScoreRules {
  return { ...editionNamed(sheet.edition), ...sheet.rules } as unknown as ScoreRules;
}

/** Return the scores of a game by the rules of its sheet. */
export function scored(game: SheetGame, sheet: Sheet): Scored {
  const rules = rulesOf(sheet);
  return game.winner === null ? emptyPool(game.seats, rules) : rackOut(game.seats, game.winner, rules);
}

/** R-SETUP-09: as many games as players, unless a house rule says otherwise. */
export function gamesPerRound(sheet: Sheet): number {
  return Number(settingOf(sheet.edition, sheet.rules, 'games_per_round')) || sheet.players.length;
}

export class SheetKeeper {
  /** The raw text of a stored sheet that cannot be read. */
  readonly broken = unreadable(NAME, isSheet);
  now = $state.raw<Sheet>(kept(NAME, freshSheet(), isSheet));
  past = $state.raw<readonly Sheet[]>([]);
  isKept = $state(true);
  /** Called after every change, to share the sheet. */
  onchange: (sheet: Sheet) => void = () => undefined;

  rules = $derived(rulesOf(this.now));
  results = $derived(this.now.games.map((game) => scored(game, this.now)));
  standings = $derived(standings(this.results, this.now.players.length));
  hasFine = $derived(this.rules.never_melded_fine !== 'none');
  edition = $derived(this.now.edition);
  changed = $derived(Object.keys(this.now.rules));
  history = new History();

  change(next: Partial<Sheet>): void {
    this.past = [...this.past, this.now].slice(-MOST_STEPS);
    this.#set({ ...this.now, ...next });
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.history.forget(last); // the sheet is no longer archived
    this.#set(last);
  }

  /** Add a game, or replace the one at `at`. */
  write(game: SheetGame, at = this.now.games.length): void {
    this.change({ games: this.now.games.toSpliced(at, 1, game) });
  }

  strike(at: number): void {
    this.change({ games: this.now.games.toSpliced(at, 1) });
  }

  /** Archive the sheet and start a new one with the same players. */
  begin(): void {
    if (this.now.games.length) this.history.add(this.now);
    this.change({ games: [] });
  }

  /** Reopen an archived sheet, and archive the current one. */
  goOn(sheet: Sheet): void {
    this.history.forget(sheet);
    if (this.now.games.length) this.history.add(this.now);
    this.change(sheet);
  }

  setting(knob: string): Setting {
    return settingOf(this.now.edition, this.now.rules, knob);
  }

  turn(knob: string, value: Setting): void {
    this.change({ rules: turned(this.now.edition, this.now.rules, knob, value) });
  }

  setPlayers(players: readonly string[]): void {
    this.change({ players, games: players.length === this.now.players.length ? this.now.games : [] });
  }

  name(seat: number, otherwise: string): string {
    return this.now.players[seat]?.trim() || otherwise;
  }

  #set(sheet: Sheet): void {
    this.now = sheet;
    this.isKept = keep(NAME, sheet) && this.history.isKept;
    this.onchange(sheet);
  }
}

export function emptySeat(): Left {
  return { tiles: [], has_melded: true, could_meld: false };
}
