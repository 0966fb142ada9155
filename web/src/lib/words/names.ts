// Names of players: people keep their own, bots have names in the language of the page.

import { t, tt } from './words.svelte';

interface Seated {
  readonly name: string;
  readonly bot: string | null;
  readonly has_stand_in?: boolean;
}

/** Return the name on a chair. A bot that stands in for a player plays under the player's name. */
export function chairName(chair: Seated): string {
  return isBot(chair) ? botName(chair.name) : personName(chair.name);
}

/** Return the level of the bot on a chair; empty for a person. */
export function chairLevel(chair: Seated): string {
  return isBot(chair) ? botLevel(chair.name) : '';
}

/** Return the level of the bot on a chair in one word, for a seat whose avatar already shows a bot. */
export function shortLevel(chair: Seated): string {
  return isBot(chair) ? botLevel(chair.name, '.short') : '';
}

/** Return a name from a list that also says which are bots, as a person may have the name of a bot. */
export function seatName(name: string, { bots }: { readonly bots: readonly string[] }): string {
  return bots.includes(name) ? botName(name) : personName(name);
}

/** Translate the server's name for guests without a name, `Guest AB12`. */
export function personName(name: string): string {
  const code = /^Guest ([0-9A-Z]{4}(?: \d)?)$/.exec(name)?.[1];
  return code ? t('guest', { code }) : name;
}

/**
 * Translate the server's name for a bot. `novice 2` is the second novice and has the second of the novices'
 * names.
 */
export function botName(name: string): string {
  const [level, number] = partsOf(name);
  const key = `bot.${level}.names`;
  const names = tt(`bot.${level}.names`);
  if (names === key) return name;
  const all = names.split(', ');
  return all[number - 1] ?? `${all[0]} ${number}`;
}

/** Return the level of a bot in words. */
function botLevel(name: string, form: '' | '.short' = ''): string {
  const [level] = partsOf(name);
  const words = form ? tt(`bot.${level}.short`) : tt(`bot.${level}`);
  return words === `bot.${level}${form}` ? level : words;
}

/** Return a bot's name with its level, `Pip · novice`, for places without an avatar. */
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
