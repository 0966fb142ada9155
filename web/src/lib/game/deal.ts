// Verifies the deal in the browser. See docs/deal.md.

import { hashOf, hmac, sha256, toHex } from './sha256';
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
  /** The hash of each seat. Empty in deals of early versions, which had no hashes. */
  readonly hashes: readonly (string | null)[];
}

export interface Dealt {
  readonly racks: readonly (readonly Tile[])[];
  readonly pool: readonly Tile[];
}

const NAME = 'tilewise-deal-1';

/** Whether the revealed secret matches the server's commitment. */
export function isKept(deal: DealToCheck): boolean {
  return deal.secret !== null && toHex(sha256(fromHex(deal.secret))) === deal.commitment;
}

/** Whether every contribution is the text that its hash allows, or the hash itself if it was withheld. */
function areAsCommitted({ hashes, contributions }: DealToCheck): boolean {
  return hashes.every((hash, seat) => {
    const given = contributions[seat] ?? '';
    return given === (hash ?? '') || (hash !== null && hashOf(given) === hash);
  });
}

/** Return the seats that committed to a contribution and did not reveal it in time. */
export function withheldBy({ hashes, contributions }: DealToCheck): number[] {
  return hashes.flatMap((hash, seat) => (hash !== null && contributions[seat] === hash ? [seat] : []));
}

/** Return the tiles that follow from a deal. `draws`: whether players drew for the first turn. */
export function dealt(deal: DealToCheck, box: BoxOfTiles, handSize: number, draws = true): Dealt {
  const numbers = wordsOf(seedOf(deal));
  if (draws) shuffled(boxed(box), numbers);
  const tiles = shuffled(boxed(box), numbers);
  const seats = deal.contributions.length;
  const racks = Array.from({ length: seats }, (_, seat) =>
    tiles.slice(seat * handSize, (seat + 1) * handSize),
  );
  return { racks, pool: tiles.slice(seats * handSize) };
}

/** The public facts of a deal that the player saw before the secret was revealed. */
export interface Witness {
  readonly seat: number;
  readonly commitment?: string;
  contribution?: string;
  /** The closed list of hashes, before the player revealed the contribution. */
  readonly hashes?: readonly (string | null)[];
  readonly rack?: readonly Tile[];
}

export type Verdict = 'proven' | 'kept' | 'missed' | 'broken';

/**
 * `proven`: all hashes were fixed before I revealed my contribution, it counted, and my tiles follow from
 * them. `missed`: everything fits, but my contribution did not count. `kept`: everything fits that the player
 * could see.
 */
export function verdictOn(
  deal: DealToCheck,
  witness: Witness | null,
  box: BoxOfTiles,
  handSize: number,
  draws: boolean,
): Verdict {
  if (!isKept(deal) || !areAsCommitted(deal)) return 'broken';
  if (!witness) return 'kept';
  const { seat, commitment, contribution, hashes, rack } = witness;
  if (commitment !== undefined && commitment !== deal.commitment) return 'broken';
  if (hashes && JSON.stringify(hashes) !== JSON.stringify(deal.hashes)) return 'broken';
  if (rack && !sameTiles(dealt(deal, box, handSize, draws).racks[seat] ?? [], rack)) return 'broken';
  if (!deal.hashes.length) return 'kept';
  if (deal.hashes[seat] === null || withheldBy(deal).includes(seat)) return 'missed';
  if (contribution !== undefined && contribution !== deal.contributions[seat]) return 'broken';
  return commitment && contribution && hashes && rack ? 'proven' : 'kept';
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

function seedOf(deal: DealToCheck): Uint8Array {
  const encoder = new TextEncoder();
  const given = deal.contributions.map((text) => text ?? '');
  const lines = given.map((text) => `${encoder.encode(text).length}:${text}\n`);
  return sha256(encoder.encode(`${NAME}\n${deal.secret}\n${deal.game}\n${lines.join('')}`));
}

/** Return a function that yields random numbers below n, from HMAC-SHA-256 over a counter. */
function wordsOf(seed: Uint8Array): (n: number) => number {
  let counter = 0;
  let words: number[] = [];
  const next = (): number => {
    if (!words.length) {
      const message = new DataView(new ArrayBuffer(8));
      message.setUint32(4, counter++);
      const bytes = new DataView(hmac(seed, new Uint8Array(message.buffer)).buffer);
      words = Array.from({ length: 8 }, (_, at) => bytes.getUint32(at * 4));
    }
    return words.shift()!;
  };
  return (n) => {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = next();
      if (word < limit) return word % n;
    }
  };
}

function shuffled(tiles: Tile[], below: (n: number) => number): Tile[] {
  for (let place = tiles.length - 1; place > 0; place -= 1) {
    const other = below(place + 1);
    [tiles[place], tiles[other]] = [tiles[other]!, tiles[place]!];
  }
  return tiles;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
