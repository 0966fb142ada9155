// Links store a position, and report the parts that cannot be read.

import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { boxSize, fromQuery, fromText, left, toQuery, toText, type Linked } from './position-link';

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

  it('is the one in the documentation of the notation', () => {
    const [, example] = /^\/solve(\?p=.+)$/m.exec(readFileSync('../docs/notation.md', 'utf8'))!;
    const { position, broken } = fromQuery(example!);
    expect([toText(position), toQuery(position), broken]).toEqual([
      'classic-en initial_meld_min=40; >r7 b8 J / 12!; [r3 r4 r5]',
      example,
      [],
    ]);
  });

  it('survives the address bar, which encodes more than needed', () => {
    const query = new URLSearchParams(toQuery(POSITION).slice(1)).toString();
    expect(fromQuery(`?${query}`).position).toEqual(POSITION);
  });

  it.each(['', '?p=', '?e=&t=&r='])('gives an empty table without a position: %s', (query) => {
    const { position, broken } = fromQuery(query);
    expect(position).toMatchObject({ table: [], rack: [], edition: 'classic-en' });
    expect(broken).toEqual([]);
  });

  it('lists the broken parts and keeps the rest', () => {
    const { position, broken } = fromQuery('?p=clasic;+>k10+x+/+14;+[r5+r66+r7');
    expect(broken).toEqual(['x', 'clasic', 'r66']);
    expect(position).toMatchObject({ table: [['r5', 'r7']], rack: ['k10'] });
  });
});

describe('a link of earlier versions', () => {
  it('keeps everything', () => {
    const query =
      '?e=twist&t=r5.r6.r7_b1.M.b1&r=k10.J&m=0' +
      '&h=initial_meld_min:20~joker_reuse:any-set~colour_change_at_start:false&o=7l.14n.22nh';
    expect(fromQuery(query)).toEqual({ position: POSITION, broken: [] });
  });

  it('lists the broken parts and keeps the rest', () => {
    const { position, broken } = fromQuery('?e=clasic&t=r5.r66.r7&r=k10.x');
    expect([...broken].sort()).toEqual(['clasic', 'r66', 'x']);
    expect(position.table).toEqual([['r5', 'r7']]);
  });
});

describe('a pasted text', () => {
  it('is read from the side of the player to move, without players who have conceded', () => {
    const { position, broken } = fromText('xp; 9 / >r7 J! / 3~ / 12!; r3 r4 r5 | k9 y9 b9; pool 60; turn 8');
    expect(broken).toEqual([]);
    expect(toText(position)).toBe('xp; >r7 J! / 12! / 9; [r3 r4 r5] [k9 y9 b9]');
  });

  it('may name every tile', () => {
    const { position } = fromText('classic-en; r1 r2 / >b7; -; pool k1 k2');
    expect(toText(position)).toBe('classic-en; >b7 / 2; -');
  });

  it('needs the rack of the player to move, and no fields that the board cannot hold', () => {
    const text = 'classic-en; r1 / >12; -; last-turns 1';
    expect(fromText(text).broken).toEqual(['>12', 'last-turns 1']);
  });

  it.each([
    ['classic-en; r7 / 12; -', 'r7 / 12'],
    ['classic-en; 12 / r7; -', '12 / r7'],
    ['classic-en; >r7 / >b7; -', '>r7 / >b7'],
    ['classic-en', 'classic-en'],
    ['classic-en; >r7 b8! J / 12; -', 'J'],
    ['classic-en strict=true; >r7 / 12; -', 'strict=true'],
    ['classic-en initial_meld_min=many; >r7 / 12; -', 'initial_meld_min=many'],
  ])('says what is wrong with %s', (text, what) => {
    expect(fromText(text).broken).toEqual([what]);
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
