// A position as a URL query: short and readable. Parsing tolerates truncated and mistyped links.

import { isJoker, readRack, type Table, type Tile } from '../../lib/game/tiles';
import { EDITIONS } from '../../lib/game/editions';
import type { AskedStyle } from '../../lib/protocol/types';
import type { Setting } from '../../lib/state/rulebook.svelte';

/** Another player of the position. */
export interface Other {
  readonly tiles: number;
  readonly hasMelded: boolean;
  readonly style: AskedStyle;
}

export interface Linked {
  readonly edition: string;
  readonly rules: Readonly<Record<string, Setting>>;
  readonly table: Table;
  readonly rack: readonly Tile[];
  readonly hasMelded: boolean;
  /** The other players, in the order of play. */
  readonly others: readonly Other[];
}

export const FRESH: Other = { tiles: 14, hasMelded: true, style: 'unknown' };
const STYLES: Readonly<Record<string, AskedStyle>> = { '': 'unknown', l: 'lays', h: 'holds' };
const MOST_OTHERS = 5;
/** Players who use the small box, in editions that have one. */
const SMALL_TABLE = 4;

export interface Read {
  readonly position: Linked;
  /** The parts that could not be read. */
  readonly broken: readonly string[];
}

/** Format a position: `e=twist&t=r5.r6.r7_b1.k1.y1&r=k10.b5&m=0&h=initial_meld_min:20&o=7.12n` */
export function toQuery(position: Linked): string {
  const parts: [string, string][] = [['e', position.edition]];
  if (position.table.length) parts.push(['t', position.table.map((row) => row.join('.')).join('_')]);
  if (position.rack.length) parts.push(['r', position.rack.join('.')]);
  if (!position.hasMelded) parts.push(['m', '0']);
  const rules = Object.entries(position.rules).map(([name, value]) => `${name}:${value}`);
  if (rules.length) parts.push(['h', rules.join('~')]);
  if (position.others.length !== 1 || !isFresh(position.others[0]!))
    parts.push(['o', position.others.map(otherText).join('.')]);
  return `?${parts.map(([key, value]) => `${key}=${value}`).join('&')}`;
}

export function fromQuery(query: string): Read {
  const asked = new URLSearchParams(query);
  const broken: string[] = [];
  const edition = asked.get('e') ?? 'classic-en';
  const isKnown = EDITIONS.some((other) => other.name === edition);
  if (!isKnown) broken.push(edition);
  const tiles = (text: string): Tile[] => text.split(/[.\s]+/).flatMap((word) => tileOf(word, broken));
  const position = {
    edition: isKnown ? edition : 'classic-en',
    rules: rulesOf(asked.get('h') ?? '', broken),
    table: (asked.get('t') ?? '')
      .split('_')
      .map(tiles)
      .filter((row) => row.length),
    rack: tiles(asked.get('r') ?? ''),
    hasMelded: asked.get('m') !== '0',
    others: othersOf(asked.get('o') ?? '', broken),
  };
  return { position, broken };
}

function tileOf(word: string, broken: string[]): Tile[] {
  if (!word) return [];
  try {
    return readRack(word);
  } catch {
    broken.push(word);
    return [];
  }
}

function rulesOf(text: string, broken: string[]): Record<string, Setting> {
  const rules: Record<string, Setting> = {};
  for (const part of text.split('~').filter(Boolean)) {
    const [, name, value] = /^(\w+):([\w-]+)$/.exec(part) ?? [];
    if (!name || !value) broken.push(part);
    else
      rules[name] = /^-?\d+$/.test(value) ? Number(value) : value === 'true' || (value !== 'false' && value);
  }
  return rules;
}

function isFresh({ tiles, hasMelded, style }: Other): boolean {
  return tiles === FRESH.tiles && hasMelded === FRESH.hasMelded && style === FRESH.style;
}

/** Format another player: the number of tiles, `n` if not opened yet, `l` or `h` for a style. */
function otherText({ tiles, hasMelded, style }: Other): string {
  const letter = Object.keys(STYLES).find((key) => STYLES[key] === style)!;
  return `${tiles}${hasMelded ? '' : 'n'}${letter}`;
}

function othersOf(text: string, broken: string[]): readonly Other[] {
  const others: Other[] = [];
  for (const word of text.split('.').filter(Boolean)) {
    const [, tiles, not, style] = /^(\d{1,3})(n?)([lh]?)$/.exec(word) ?? [];
    if (!tiles || others.length === MOST_OTHERS) broken.push(word);
    else others.push({ tiles: Number(tiles), hasMelded: !not, style: STYLES[style!]! });
  }
  return others.length ? others : [FRESH];
}

/** Return how many tiles the box of an edition has for this many players. */
export function boxSize(edition: string, players: number): number {
  const { box, small_box: small } = EDITIONS.find((other) => other.name === edition)!;
  const { copies, classic, double, colour_change, mirror } = small && players <= SMALL_TABLE ? small : box;
  return copies * 52 + classic + double + colour_change + mirror;
}

/** Return how many of a tile are still in the box. */
export function left(tile: Tile, edition: string, used: ReadonlyMap<Tile, number>): number {
  const { box } = EDITIONS.find((other) => other.name === edition)!;
  const jokers: Record<string, number> = {
    J: box.classic,
    D: box.double,
    C: box.colour_change,
    M: box.mirror,
  };
  return (isJoker(tile) ? jokers[tile]! : box.copies) - (used.get(tile) ?? 0);
}
