// A position as a line of text, and as the query of a link. Reading tolerates truncated and mistyped ones.

import { isJoker, printTable, readRack, type Table, type Tile } from './tiles';
import { EDITIONS } from './editions';
import type { AskedStyle } from '../protocol/types';
import type { Setting } from '../rules/rulebook.svelte';

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
/** The letters of the styles in a link, one for each of the others. */
const LETTERS: Readonly<Record<AskedStyle, string>> = { unknown: 'u', lays: 'l', holds: 'h' };
const STYLES = Object.keys(LETTERS) as AskedStyle[];
const [NOTHING, NOT_OPENED, CONCEDED] = ['-', '!', '~'] as const;
/** The fields of a line that the board ignores. */
const IGNORED = /^(pool|turn|starter|laid|quiet|drew) /;
const MOST_OTHERS = 5;
/** An edition, in which each house rule has its usual type. */
const PRINTED = EDITIONS[0] as unknown as Readonly<Record<string, unknown>>;
/** Players who use the small box, in editions that have one. */
const SMALL_TABLE = 4;

export interface Read {
  readonly position: Linked;
  /** The parts that could not be read. */
  readonly broken: readonly string[];
}

/** Write a position as its line of text, see docs/notation.md: `classic-en; >r7 b8 J! / 12; [r3 r4 r5]`. */
export function toText(position: Linked): string {
  const { edition, rules, rack, table, hasMelded, others } = position;
  const changed = Object.entries(rules).map(([name, value]) => ` ${name}=${value}`);
  const own = `>${rack.join(' ') || NOTHING}${hasMelded ? '' : NOT_OPENED}`;
  const held = others.map((other) => `${other.tiles}${other.hasMelded ? '' : NOT_OPENED}`);
  return [edition + changed.join(''), [own, ...held].join(' / '), printTable(table)].join('; ');
}

/** Format a position as a query: its line of text, and how the others play if that is known. */
export function toQuery(position: Linked): string {
  const text = encodeURIComponent(toText(position)).replaceAll('%20', '+');
  const readable = text.replaceAll(/%(?:2F|3A|3B|3D|5B|5D)/g, decodeURIComponent);
  const styles = position.others.map(({ style }) => LETTERS[style]).join('');
  return `?p=${readable}${/^u*$/.test(styles) ? '' : `&s=${styles}`}`;
}

export function fromQuery(query: string): Read {
  const asked = new URLSearchParams(query);
  const text = asked.get('p');
  if (!text) return fromParts(asked);
  const { position, broken } = fromText(text);
  const styles = asked.get('s') ?? '';
  const others = position.others.map((other, at) => ({ ...other, style: styleOf(styles[at]) }));
  return { position: { ...position, others }, broken };
}

/**
 * Read the line of text of a position, with the player to move first. The referee judges whether the position
 * is possible, so this reads whatever it can.
 */
export function fromText(text: string): Read {
  const broken: string[] = [];
  const [first = '', racks = '', table = '', ...more] = text.split(';').map((field) => field.trim());
  const [name = '', ...rules] = first.split(/\s+/);
  const seats = racks.split('/').map((seat) => seatOf(seat.trim(), broken));
  const mover = seats.findIndex((seat) => seat.isMover);
  if (seats.filter((seat) => seat.isMover).length !== 1) broken.push(racks || text); // whose turn is it?
  const [own, ...others] = mover < 0 ? seats : [...seats.slice(mover), ...seats.slice(0, mover)];
  broken.push(...more.filter((field) => !IGNORED.test(field)));
  const rivals = others
    .filter((other) => !other.hasConceded)
    .map(({ tiles, hasMelded }) => ({ ...FRESH, tiles, hasMelded }))
    .slice(0, MOST_OTHERS);
  const position = {
    edition: editionOf(name, broken),
    rules: rulesOf(rules, broken),
    table: table
      .split(/[[\]|]/)
      .map((row) => tilesOf(row, broken))
      .filter((row) => row.length),
    rack: own!.rack,
    hasMelded: own!.hasMelded,
    others: rivals.length ? rivals : [FRESH],
  };
  return { position, broken: [...new Set(broken)] };
}

interface Seat {
  readonly isMover: boolean;
  readonly tiles: number;
  /** Empty if only the number of its tiles is known. */
  readonly rack: readonly Tile[];
  readonly hasMelded: boolean;
  readonly hasConceded: boolean;
}

function seatOf(text: string, broken: string[]): Seat {
  const [, mark, held = '', marks = '', rest] = /^(>?)\s*([^!~]*)([!~\s]*)(.*)/s.exec(text)!;
  if (rest) broken.push(rest);
  const isNumber = /^\d{1,3}\s*$/.test(held);
  if (mark && isNumber) broken.push(text); // the board needs the rack of the player to move
  const rack = isNumber ? [] : tilesOf(held, broken);
  return {
    isMover: mark === '>',
    tiles: isNumber ? Number(held) : rack.length,
    rack,
    hasMelded: !marks.includes(NOT_OPENED),
    hasConceded: marks.includes(CONCEDED),
  };
}

/** Read a link of earlier versions: `e=twist&t=r5.r6.r7_b1.k1.y1&r=k10.b5&m=0&h=initial_meld_min:20&o=7.12nl` */
function fromParts(asked: URLSearchParams): Read {
  const broken: string[] = [];
  const tiles = (text: string): Tile[] => tilesOf(text.replaceAll('.', ' '), broken);
  const position = {
    edition: editionOf(asked.get('e') || 'classic-en', broken),
    rules: rulesOf((asked.get('h') ?? '').split('~'), broken),
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

function editionOf(name: string, broken: string[]): string {
  if (EDITIONS.some((edition) => edition.name === name)) return name;
  broken.push(name);
  return 'classic-en';
}

/** Read the tiles of a row; those that cannot be read go to `broken`. */
function tilesOf(row: string, broken: string[]): Tile[] {
  const words = row.split(/[\s,]+/).filter((word) => word && word !== NOTHING);
  return words.flatMap((word) => {
    try {
      return readRack(word);
    } catch {
      broken.push(word);
      return [];
    }
  });
}

function rulesOf(parts: readonly string[], broken: string[]): Record<string, Setting> {
  const rules: Record<string, Setting> = {};
  for (const part of parts.filter(Boolean)) {
    const [, name, value] = /^(\w+)[:=]([\w-]+)$/.exec(part) ?? [];
    const setting = settingFrom(value ?? '');
    if (name && typeof setting === typeof PRINTED[name]) rules[name] = setting;
    else broken.push(part);
  }
  return rules;
}

function settingFrom(value: string): Setting {
  return /^-?\d+$/.test(value) ? Number(value) : value === 'true' || (value !== 'false' && value);
}

/** Read the other players: the number of tiles, `n` without an initial meld, `l` or `h` for a style. */
function othersOf(text: string, broken: string[]): readonly Other[] {
  const others: Other[] = [];
  for (const word of text.split('.').filter(Boolean)) {
    const [, tiles, not, letter] = /^(\d{1,3})(n?)([lh]?)$/.exec(word) ?? [];
    if (!tiles || others.length === MOST_OTHERS) broken.push(word);
    else others.push({ tiles: Number(tiles), hasMelded: !not, style: styleOf(letter) });
  }
  return others.length ? others : [FRESH];
}

function styleOf(letter: string | undefined): AskedStyle {
  return STYLES.find((style) => LETTERS[style] === letter) ?? 'unknown';
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
