import { describe, expect, it } from 'vitest';
import { dealt, isKept, verdictOn } from './deal';
import { orderOf } from './tiles';

const CLASSIC = { copies: 2, classic: 2, double: 0, colour_change: 0, mirror: 0 };
const DEAL = {
  game: 1,
  secret: '00'.repeat(32),
  commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  contributions: ['ann', 'bob'],
};

describe('the example in docs/deal.md', () => {
  it('matches its commitment', async () => {
    expect(await isKept(DEAL)).toBe(true);
    expect(await isKept({ ...DEAL, secret: '01'.repeat(32) })).toBe(false);
    expect(await isKept({ ...DEAL, secret: null })).toBe(false);
  });

  it('gives the rack that the page lists', async () => {
    const { racks, pool } = await dealt(DEAL, CLASSIC, 14);
    const sorted = racks[0]!.toSorted((one, other) => orderOf(one) - orderOf(other));
    expect(sorted.slice(0, 5)).toEqual(['r6', 'r13', 'r13', 'b4', 'b4']);
    expect(pool).toHaveLength(106 - 28);
  });
});

describe('the verdict on a deal', () => {
  const seen = async (changed: object = {}) => {
    const { racks } = await dealt(DEAL, CLASSIC, 14);
    const witness = {
      commitment: DEAL.commitment,
      seat: 1,
      contribution: 'bob',
      rack: racks[1]!,
      ...changed,
    };
    return verdictOn(DEAL, witness, CLASSIC, 14, true);
  };

  it('is proven when the tiles I saw follow from the secret', async () => {
    expect(await seen()).toBe('proven');
  });

  it('claims no more than the player could see', async () => {
    expect(await seen({ commitment: undefined })).toBe('kept');
    expect(await verdictOn(DEAL, null, CLASSIC, 14, true)).toBe('kept');
  });

  it.each([
    ['another promise', { commitment: 'ff' }],
    ['another contribution', { contribution: 'eve' }],
    ['other tiles', { rack: ['r1'] }],
  ])('is broken by %s', async (_, changed) => {
    expect(await seen(changed)).toBe('broken');
  });
});
