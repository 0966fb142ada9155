// What players are called: people by their own names, bots by their level in the language of the page.

import { tt } from './words.svelte';

/** Who sits on a chair. A bot that stands in for somebody plays under the name of that person. */
export function chairName({ name, bot }: { readonly name: string; readonly bot: string | null }): string {
  return bot !== null && levelOf(name) === bot ? inWords(name) : name;
}

/** A name from a list that does not say who is a bot: the names of levels are theirs. */
export function seatName(name: string): string {
  return inWords(name);
}

/** `novice` of `novice 2`. */
function levelOf(name: string): string {
  return name.replace(/ \d+$/, '');
}

function inWords(name: string): string {
  const key = `bot.${levelOf(name)}`;
  const words = tt(key);
  return words === key ? name : words + name.slice(levelOf(name).length);
}
