// House rules on top of a printed edition, where no server is asked.

import { editionNamed } from '../learn/course';
import type { Setting } from '../state/rulebook.svelte';

export type Rules = Readonly<Record<string, Setting>>;

function printed(edition: string): Rules {
  return editionNamed(edition) as unknown as Rules;
}

export function settingOf(edition: string, rules: Rules, knob: string): Setting {
  return rules[knob] ?? printed(edition)[knob] ?? 0;
}

/** The house rules with one knob turned; what the booklet says anyway is none. */
export function turned(edition: string, rules: Rules, knob: string, value: Setting): Rules {
  const chosen = Object.entries({ ...rules, [knob]: value });
  return Object.fromEntries(chosen.filter(([name, set]) => printed(edition)[name] !== set));
}
