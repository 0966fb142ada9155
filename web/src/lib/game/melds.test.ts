// Tests against the same files as the server's rules: spec/melds.txt and spec/faults.txt.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  arranged,
  faultOf,
  isMeld,
  nearestMeld,
  PLAIN_RULES,
  readings,
  valueOf,
  type MeldRules,
} from './melds';
import { readRack } from './tiles';

interface Line {
  id: string;
  rules: MeldRules;
  meld: string[];
  verdict: string;
}

/** Return the lines of a specification file, split into columns. */
function specLines(name: string): string[][] {
  return readFileSync(`../spec/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()));
}

function lines(): Line[] {
  return specLines('melds.txt').map(([id, where, tiles, verdict]) => ({
    id: id!,
    rules: rulesOf(where!),
    meld: readRack(tiles!),
    verdict: verdict!,
  }));
}

function rulesOf(where: string): MeldRules {
  const knobs = where.split(' ').filter((word) => word.includes('='));
  const turned = knobs.map((word) => word.split('=') as [string, string]);
  return { ...PLAIN_RULES, ...Object.fromEntries(turned.map(([name, value]) => [name, JSON.parse(value)])) };
}

describe('spec/melds.txt', () => {
  it.each(lines())('$id: $meld is $verdict', ({ meld, rules, verdict }) => {
    const [word, worth] = verdict.split(' ');
    expect(isMeld(meld, rules)).toBe(word === 'legal');
    expect(faultOf(meld, rules) === null).toBe(word === 'legal');
    if (worth) expect(valueOf(meld, rules)).toBe(Number(worth));
  });
});

describe('spec/faults.txt', () => {
  it.each(specLines('faults.txt'))('%s: %s %s is %s, strays %s', (_, where, tiles, fault, strays) => {
    expect(faultOf(readRack(tiles!), rulesOf(where!))).toBe(fault);
    if (strays !== '-') expect(nearestMeld(readRack(tiles!))?.strays).toEqual(readRack(strays!));
  });
});

describe('the tile a joker represents', () => {
  it('follows from its position', () => {
    const [best] = readings(readRack('r6 r7 J r9'), PLAIN_RULES);
    expect(best!.roles[2]).toEqual([{ number: 8, colours: ['r'] }]);
  });

  it('is two numbers for a double, and nothing for a mirror', () => {
    expect(readings(readRack('y2 D y5'), PLAIN_RULES)[0]!.roles[1]!.map((slot) => slot.number)).toEqual([
      3, 4,
    ]);
    expect(readings(readRack('b2 b3 M b3 b2'), PLAIN_RULES)[0]!.roles[2]).toEqual([]);
  });
});

describe('tidying', () => {
  it('sorts a run and moves a joker into its gap', () => {
    expect(arranged(readRack('r5 J r3 r6'), PLAIN_RULES)).toEqual(['r3', 'J', 'r5', 'r6']);
  });

  it('finds an order for special jokers too', () => {
    expect(arranged(readRack('b3 M b2 b3 b2'), PLAIN_RULES)).toEqual(expect.arrayContaining(['M']));
  });
});
