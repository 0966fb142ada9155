// Links store a position, and report the parts that cannot be read.

import { describe, expect, it } from 'vitest';
import { boxSize, fromQuery, left, toQuery, type Linked } from './link';

const POSITION: Linked = {
  edition: 'twist',
  rules: { initial_meld_min: 20, joker_reuse: 'any-set', colour_change_at_start: false },
  table: [
    ['r5', 'r6', 'r7'],
    ['b1', 'M', 'b1'],
  ],
  rack: ['k10', 'J'],
  hasMelded: false,
  others: [
    { tiles: 7, hasMelded: true, style: 'lays' },
    { tiles: 14, hasMelded: false, style: 'unknown' },
    { tiles: 22, hasMelded: false, style: 'holds' },
  ],
};

describe('a link', () => {
  it('keeps everything', () => {
    expect(fromQuery(toQuery(POSITION))).toEqual({ position: POSITION, broken: [] });
  });

  it('gives an empty table without a query', () => {
    expect(fromQuery('').position).toMatchObject({ table: [], rack: [], edition: 'classic-en' });
  });

  it('lists the broken parts and keeps the rest', () => {
    const { position, broken } = fromQuery('?e=clasic&t=r5.r66.r7&r=k10.x');
    expect(broken).toEqual(['clasic', 'r66', 'x']);
    expect(position.table).toEqual([['r5', 'r7']]);
  });
});

describe('the other players', () => {
  it('are one with 14 tiles unless the link says otherwise', () => {
    expect(fromQuery('').position.others).toEqual([{ tiles: 14, hasMelded: true, style: 'unknown' }]);
  });

  it('are read one by one, and a broken one is listed', () => {
    const { position, broken } = fromQuery('?o=7n.x.3h');
    expect(broken).toEqual(['x']);
    expect(position.others.map((other) => other.tiles)).toEqual([7, 3]);
  });

  it('determine the size of the box', () => {
    expect([boxSize('classic-en', 4), boxSize('xp', 4), boxSize('xp', 5)]).toEqual([106, 106, 160]);
  });
});

describe('the palette', () => {
  it('counts how many tiles of a kind are left in the box of an edition', () => {
    expect(left('r7', 'xp', new Map([['r7', 1]]))).toBe(2);
    expect(left('M', 'classic-en', new Map())).toBe(0);
    expect(left('M', 'twist', new Map([['M', 3]]))).toBe(-1);
  });
});
