// What players are called: people by their own names, bots by names of their own in the language of the page.

import { t, tt } from './words.svelte';

interface Seated {
  readonly name: string;
  readonly bot: string | null;
  readonly has_stand_in?: boolean;
}

/** Who sits on a chair. A bot that stands in for somebody plays under the name of that person. */
export function chairName(chair: Seated): string {
  return isBot(chair) ? botName(chair.name) : personName(chair.name);
}

/** How a bot on this chair plays, in a word; empty for a person. */
export function chairLevel(chair: Seated): string {
  return isBot(chair) ? botLevel(chair.name) : '';
}

/** A name from a list that tells which of them are bots: a person may be called like one. */
export function seatName(name: string, { bots }: { readonly bots: readonly string[] }): string {
  return bots.includes(name) ? botName(name) : personName(name);
}

/** The server calls people who have not said their name `Guest AB12`. */
export function personName(name: string): string {
  const code = /^Guest ([0-9A-Z]{4}(?: \d)?)$/.exec(name)?.[1];
  return code ? t('guest', { code }) : name;
}

/** The second novice at a table is `novice 2` to the server, and has the second of the novices' names. */
export function botName(name: string): string {
  const [level, number] = partsOf(name);
  const key = `bot.${level}.names`;
  const names = tt(`bot.${level}.names`);
  if (names === key) return name;
  const all = names.split(', ');
  return all[number - 1] ?? `${all[0]} ${number}`;
}

/** How a bot plays, in a word. */
export function botLevel(name: string): string {
  const [level] = partsOf(name);
  const words = tt(`bot.${level}`);
  return words === `bot.${level}` ? level : words;
}

/** `Pip · novice`: a bot with its level, wherever there is no face to tell it from a person. */
export function botTitle(name: string): string {
  const [short, level] = [botName(name), botLevel(name)];
  return short === level ? short : `${short} · ${level}`;
}

function isBot({ bot, has_stand_in = false }: Seated): boolean {
  return bot !== null && !has_stand_in;
}

function partsOf(name: string): [level: string, number: number] {
  const found = /^(.+) (\d+)$/.exec(name);
  return found ? [found[1]!, Number(found[2])] : [name, 1];
}
