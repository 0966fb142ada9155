// Applies house rules to an edition in the browser.

import { editionNamed } from './editions';
import type { Edition } from '../protocol/types';
import { HOUSE_RULES, type Setting } from '../rules/rulebook.svelte';

export type Rules = Readonly<Record<string, Setting>>;

function printed(edition: string): Rules {
  return editionNamed(edition) as unknown as Rules;
}

export function settingOf(edition: string, rules: Rules, knob: string): Setting {
  return rules[knob] ?? printed(edition)[knob] ?? 0;
}

/** Return the house rules with one knob changed. A value equal to the edition's own removes the knob. */
export function turned(edition: string, rules: Rules, knob: string, value: Setting): Rules {
  const chosen = Object.entries({ ...rules, [knob]: value });
  return Object.fromEntries(chosen.filter(([name, set]) => printed(edition)[name] !== set));
}

/** Return the house rules of an edition that matter for a position: those of plays, the pool and the score. */
export function houseRulesIn(edition: Edition): Rules {
  const here = edition as unknown as Rules;
  return Object.entries(HOUSE_RULES)
    .flatMap(([chapter, knobs]) => (chapter === 'time' ? [] : knobs))
    .filter((knob) => here[knob] !== undefined)
    .reduce<Rules>((rules, knob) => turned(edition.name, rules, knob, here[knob]!), {});
}
