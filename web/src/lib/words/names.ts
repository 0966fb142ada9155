// What players are called: people by their own names, bots by their level in the language of the page.

import { tt } from './words.svelte';

interface Seated {
  readonly name: string;
  readonly bot: string | null;
  readonly has_stand_in?: boolean;
}

/** Who sits on a chair. A bot that stands in for somebody plays under the name of that person. */
export function chairName({ name, bot, has_stand_in = false }: Seated): string {
  return bot !== null && !has_stand_in ? botName(name) : name;
}

/** A name from a list that tells which of them are bots: a person may be called like one. */
export function seatName(name: string, { bots }: { readonly bots: readonly string[] }): string {
  return bots.includes(name) ? botName(name) : name;
}

/** `novice` of `novice 2`. */
function levelOf(name: string): string {
  return name.replace(/ \d+$/, '');
}

export function botName(name: string): string {
  const key = `bot.${levelOf(name)}`;
  const words = tt(key);
  return words === key ? name : words + name.slice(levelOf(name).length);
}
