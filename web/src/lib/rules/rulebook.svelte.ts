// The editions and the house rules, loaded from the server.

import { api } from '../net/api';
import type { EditionInfo, Knob, Rulebook } from '../protocol/types';

export type Setting = number | string | boolean;

/** House rules, grouped into chapters. */
export const CHAPTERS: Record<string, readonly string[]> = {
  beginning: [
    'initial_meld_min',
    'joker_in_initial_meld',
    'manipulate_in_initial_turn',
    'hand_size',
    'next_starter',
  ],
  time: [
    'turn_seconds',
    'timeout_no_play_draw',
    'incomplete_penalty_draw',
    'on_timeout_legal',
    'strict_confirm',
  ],
  pool: ['must_play_if_able', 'empty_pool', 'forced_play_on_empty_pool', 'empty_pool_tie'],
  jokers: [
    'joker_reuse',
    'joker_retrieval',
    'group3_both_colours',
    'min_number_tiles_per_set',
    'mirror_min_side',
    'colour_change_at_start',
    'joker_swap_by_joker',
  ],
  scoring: ['never_melded_fine', 'joker_rack_penalty', 'games_per_round', 'rounds'],
};

/** The settings of a table without house rules: clock and number of games. */
const NOT_HOUSE_RULES: ReadonlySet<string> = new Set(['turn_seconds', 'games_per_round']);

/** The house rules that a host may choose. */
export const HOUSE_RULES: typeof CHAPTERS = Object.fromEntries(
  Object.entries(CHAPTERS).map(([chapter, knobs]) => [chapter, knobs.filter(isHouseRule)]),
);

export function isHouseRule(knob: string): boolean {
  return !NOT_HOUSE_RULES.has(knob);
}

const TWIST_ONLY = new Set(['mirror_min_side', 'colour_change_at_start', 'joker_swap_by_joker']);

export function concerns(knob: string, edition: string): boolean {
  return !TWIST_ONLY.has(knob) || edition === 'twist' || edition === 'quick-21';
}

/** The values of a knob: a switch, a range, or a list of words or numbers. */
export type Choice =
  | { readonly kind: 'switch' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'one-of'; readonly options: readonly Setting[] };

export function choiceOf(knob: Pick<Knob, 'choices'>): Choice {
  if (knob.choices === 'true or false') return { kind: 'switch' };
  const range = /^(\d+) to (\d+)$/.exec(knob.choices) ?? /^0 or (\d+) to (\d+)$/.exec(knob.choices);
  if (range)
    return {
      kind: 'range',
      from: knob.choices.startsWith('0 or') ? 0 : Number(range[1]),
      to: Number(range[2]),
    };
  return {
    kind: 'one-of',
    options: knob.choices.split(' or ').map((word) => (/^\d+$/.test(word) ? Number(word) : word)),
  };
}

/** Return the house rules of a table: the knobs that differ from the printed edition. */
export function houseRulesOf(edition: { readonly name: string }): [name: string, setting: Setting][] {
  const knobs = Object.entries(rulebook.edition(edition.name)?.knobs ?? {});
  const here = edition as unknown as Readonly<Record<string, Setting>>;
  return knobs.flatMap(([name, printed]) =>
    !isHouseRule(name) || here[name] === printed ? [] : [[name, here[name]!]],
  );
}

class Book {
  now = $state.raw<Rulebook | null>(null);
  hasFailed = $state(false);

  load(): void {
    if (this.now) return;
    this.hasFailed = false;
    api.rulebook().then(
      (found) => (this.now = found),
      () => (this.hasFailed = true),
    );
  }

  edition(name: string): EditionInfo | undefined {
    return this.now?.editions.find((edition) => edition.name === name);
  }

  knob(name: string): Knob | undefined {
    return this.now?.house_rules.find((knob) => knob.name === name);
  }
}

export const rulebook = new Book();
