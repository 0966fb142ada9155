import { describe, expect, it } from 'vitest';
import { dealt, isKept, verdictOn, withheldBy, type DealToCheck } from './deal';
import { hashOf } from './sha256';
import { orderOf } from './tiles';

const CLASSIC = { copies: 2, classic: 2, double: 0, colour_change: 0, mirror: 0 };
const DEAL = {
  game: 1,
  secret: '00'.repeat(32),
  commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  contributions: ['ann', 'bob'],
  hashes: [hashOf('ann'), hashOf('bob')],
};

describe('the example in docs/deal.md', () => {
  it('matches its commitment', () => {
    expect(isKept(DEAL)).toBe(true);
    expect(isKept({ ...DEAL, secret: '01'.repeat(32) })).toBe(false);
    expect(isKept({ ...DEAL, secret: null })).toBe(false);
  });

  it('gives the rack that the page lists', () => {
    const { racks, pool } = dealt(DEAL, CLASSIC, 14);
    const sorted = racks[0]!.toSorted((one, other) => orderOf(one) - orderOf(other));
    expect(sorted.slice(0, 5)).toEqual(['r6', 'r13', 'r13', 'b4', 'b4']);
    expect(pool).toHaveLength(106 - 28);
  });
});

describe('the verdict on a deal', () => {
  const seen = (changed: object = {}, deal: DealToCheck = DEAL) => {
    const { racks } = dealt(deal, CLASSIC, 14);
    const { commitment, hashes } = deal;
    const witness = { commitment, hashes, seat: 1, contribution: 'bob', rack: racks[1]!, ...changed };
    return verdictOn(deal, witness, CLASSIC, 14, true);
  };

  it('is proven when the tiles I saw follow from the secret', () => {
    expect(seen()).toBe('proven');
  });

  it.each(['commitment', 'hashes', 'contribution', 'rack'])('claims no more without the %s', (part) => {
    expect(seen({ [part]: undefined })).toBe('kept');
  });

  it('claims no more for a spectator', () => {
    expect(verdictOn(DEAL, null, CLASSIC, 14, true)).toBe('kept');
  });

  it('claims no more in a game of an early version', () => {
    expect(seen({}, { ...DEAL, hashes: [] })).toBe('kept');
  });

  it.each([
    ['withheld', { contributions: ['ann', hashOf('bob')] }],
    ['never committed to', { contributions: ['ann', ''], hashes: [hashOf('ann'), null] }],
  ])('says that my contribution did not count when it was %s', (_, changed) => {
    expect(seen({}, { ...DEAL, ...changed })).toBe('missed');
  });

  it.each([
    ['another promise', { commitment: 'ff' }],
    ['another contribution', { contribution: 'eve' }],
    ['another list of hashes', { hashes: [hashOf('eve'), hashOf('bob')] }],
    ['other tiles', { rack: ['r1'] }],
  ])('is broken by %s', (_, changed) => {
    expect(seen(changed)).toBe('broken');
  });

  it('is broken by a contribution that does not match its hash', () => {
    expect(seen({}, { ...DEAL, contributions: ['eve', 'bob'] })).toBe('broken');
  });
});

it('names the seats that withheld', () => {
  expect(withheldBy({ ...DEAL, contributions: [hashOf('ann'), 'bob'] })).toEqual([0]);
});
