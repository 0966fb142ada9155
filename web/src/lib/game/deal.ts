// Verifies the deal in the browser: `tilewise-deal-1` with WebCrypto. See docs/deal.md.

import { COLOURS, HIGHEST, sameTiles, type Tile } from './tiles';

export interface BoxOfTiles {
  readonly copies: number;
  readonly classic: number;
  readonly double: number;
  readonly colour_change: number;
  readonly mirror: number;
}

export interface DealToCheck {
  readonly game: number;
  readonly commitment: string;
  readonly contributions: readonly (string | null)[];
  readonly secret: string | null;
}

export interface Dealt {
  readonly racks: readonly (readonly Tile[])[];
  readonly pool: readonly Tile[];
}

const NAME = 'tilewise-deal-1';

/** Whether the revealed secret matches the server's commitment. */
export async function isKept(deal: DealToCheck): Promise<boolean> {
  if (!deal.secret) return false;
  const digest = await crypto.subtle.digest('SHA-256', fromHex(deal.secret));
  return toHex(new Uint8Array(digest)) === deal.commitment;
}

/** Return the tiles that follow from a deal. `draws`: whether players drew for the first turn. */
export async function dealt(
  deal: DealToCheck,
  box: BoxOfTiles,
  handSize: number,
  draws = true,
): Promise<Dealt> {
  const numbers = await wordsOf(await seedOf(deal));
  if (draws) await shuffled(boxed(box), numbers);
  const tiles = await shuffled(boxed(box), numbers);
  const seats = deal.contributions.length;
  const racks = Array.from({ length: seats }, (_, seat) =>
    tiles.slice(seat * handSize, (seat + 1) * handSize),
  );
  return { racks, pool: tiles.slice(seats * handSize) };
}

/** What the player saw before the secret was revealed. */
export interface Witness {
  readonly commitment?: string;
  readonly seat: number;
  contribution?: string;
  readonly rack?: readonly Tile[];
}

export type Verdict = 'proven' | 'kept' | 'broken';

/**
 * `proven`: the commitment matches and my own tiles follow from it. `kept`: only the commitment could be
 * checked.
 */
export async function verdictOn(
  deal: DealToCheck,
  witness: Witness | null,
  box: BoxOfTiles,
  handSize: number,
  draws: boolean,
): Promise<Verdict> {
  if (!(await isKept(deal))) return 'broken';
  if (!witness) return 'kept';
  if (witness.commitment !== undefined && witness.commitment !== deal.commitment) return 'broken';
  const given = deal.contributions[witness.seat];
  if (witness.contribution !== undefined && witness.contribution !== given) return 'broken';
  if (!witness.rack) return 'kept';
  const { racks } = await dealt(deal, box, handSize, draws);
  const isMine = sameTiles(racks[witness.seat] ?? [], witness.rack);
  return isMine && witness.commitment !== undefined ? 'proven' : isMine ? 'kept' : 'broken';
}

function boxed(box: BoxOfTiles): Tile[] {
  const numbers = COLOURS.flatMap((colour) =>
    Array.from({ length: HIGHEST * box.copies }, (_, at) => `${colour}${Math.floor(at / box.copies) + 1}`),
  );
  const jokers: [Tile, number][] = [
    ['J', box.classic],
    ['D', box.double],
    ['C', box.colour_change],
    ['M', box.mirror],
  ];
  return [...numbers, ...jokers.flatMap(([joker, count]) => Array<Tile>(count).fill(joker))];
}

async function seedOf(deal: DealToCheck): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const given = deal.contributions.map((text) => text ?? '');
  const lines = given.map((text) => `${encoder.encode(text).length}:${text}\n`);
  const text = `${NAME}\n${deal.secret}\n${deal.game}\n${lines.join('')}`;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

/** Yield random numbers below n from HMAC-SHA-256 over a counter. */
async function wordsOf(seed: Uint8Array<ArrayBuffer>): Promise<(n: number) => Promise<number>> {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let counter = 0;
  let words: number[] = [];
  const next = async (): Promise<number> => {
    if (!words.length) {
      const message = new DataView(new ArrayBuffer(8));
      message.setUint32(4, counter++);
      const bytes = new DataView(await crypto.subtle.sign('HMAC', key, message.buffer));
      words = Array.from({ length: 8 }, (_, at) => bytes.getUint32(at * 4));
    }
    return words.shift()!;
  };
  return async (n) => {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = await next();
      if (word < limit) return word % n;
    }
  };
}

async function shuffled(tiles: Tile[], below: (n: number) => Promise<number>): Promise<Tile[]> {
  for (let place = tiles.length - 1; place > 0; place -= 1) {
    const other = await below(place + 1);
    [tiles[place], tiles[other]] = [tiles[other]!, tiles[place]!];
  }
  return tiles;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
