// The options of a new table, and their defaults.

import type { HintLevel, OpenRoom, TimeControl } from '../../lib/protocol/types';
import { preferredEdition, rememberEdition } from '../../lib/state/edition';
import { isHouseRule, rulebook, type Setting } from '../../lib/rules/rulebook.svelte';

export type Clock = 'printed' | '30' | '60' | '120' | 'bank' | 'days' | 'none';

export type Hints = HintLevel | 'off';

export class NewRoom {
  #hintsChosen = $state<Hints | null>(null);
  #winHintsChosen = $state<boolean | null>(null);
  #liveCurveChosen = $state<boolean | null>(null);
  edition = $state(preferredEdition());
  players = $state(4);
  clock = $state<Clock>('none');
  rules = $state<Record<string, Setting>>({});
  /** The other chairs: a bot, or open. */
  bots = $state<(string | null)[]>([null, null, null, null, null]);
  isPublic = $state(false);
  isRated = $state(false);
  watching = $state<'allowed' | 'delayed' | 'forbidden'>('allowed');

  info = $derived(rulebook.edition(this.edition));
  others = $derived(this.bots.slice(0, this.players - 1));
  isAllBots = $derived(this.others.every((bot) => bot !== null));
  /** The level of hints: full against bots, none between people, unless the host chooses. */
  hints = $derived(this.#hintsChosen ?? (this.isAllBots ? 'steps' : 'off'));
  /** Whether hints may say what wins: against bots, unless the host chooses. */
  winHints = $derived(this.#winHintsChosen ?? this.isAllBots);
  /** Whether spectators may see win chances: against bots, unless the host chooses. */
  liveCurve = $derived(this.#liveCurveChosen ?? this.isAllBots);
  changed = $derived(Object.keys(this.rules).filter((name) => this.rules[name] !== this.info?.knobs[name]));

  houseRules = $derived(this.changed.filter(isHouseRule));

  choose(edition: string): void {
    this.edition = edition;
    rememberEdition(edition);
    this.rules = {};
    const { min_players: least = 2, max_players: most = 4 } = rulebook.edition(edition) ?? {};
    this.players = Math.min(most, Math.max(least, this.players));
  }

  chooseHints(hints: Hints): void {
    this.#hintsChosen = hints;
  }

  chooseWinHints(wins: boolean): void {
    this.#winHintsChosen = wins;
  }

  chooseLiveCurve(shows: boolean): void {
    this.#liveCurveChosen = shows;
  }

  setting(knob: string): Setting {
    return this.rules[knob] ?? this.info?.knobs[knob] ?? 0;
  }

  turn(knob: string, value: Setting): void {
    this.rules = { ...this.rules, [knob]: value };
  }

  toRequest(): Partial<OpenRoom> {
    return {
      edition: this.edition,
      rules: Object.fromEntries(this.changed.map((name) => [name, this.rules[name]!])),
      chairs: this.players,
      time: this.#time(),
      is_public: this.isPublic,
      is_rated: this.isRated,
      hints: this.hints !== 'off' && !this.isRated,
      hint_ceiling: this.hints === 'off' ? 'steps' : this.hints,
      win_hints: this.winHints,
      live_curve: this.liveCurve && !this.isRated,
      watching: this.watching,
      bots: this.others.filter((bot) => bot !== null),
      start: this.isAllBots,
    };
  }

  #time(): TimeControl | null {
    if (this.clock === 'printed') return null;
    if (this.clock === 'none') return { type: 'none' };
    if (this.clock === 'bank') return { type: 'per-game', seconds: 600, increment: 5 };
    if (this.clock === 'days') return { type: 'correspondence', hours: 24 };
    return { type: 'per-turn', seconds: Number(this.clock) };
  }
}
