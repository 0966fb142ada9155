import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replayed, type MatchRecord } from './record';
import { sameTiles } from './tiles';

const read = (name: string): string => readFileSync(`src/lib/game/fixtures/${name}`, 'utf8');
const { record, racks } = JSON.parse(read('match.json')) as { record: MatchRecord; racks: string[][][] };
const text = read('match.txt');

describe('a match played again', () => {
  it('ends with the racks that were left', async () => {
    const moments = await replayed(record, text);
    for (const [game, left] of racks.entries()) {
      const last = moments.findLast((moment) => moment.game === game + 1)!;
      expect(last.racks.every((rack, seat) => sameTiles(rack, left[seat]!))).toBe(true);
    }
  });

  it('loses no tile and makes none', async () => {
    const moments = await replayed(record, text);
    const counts = moments.map(
      ({ racks: all, table, pool }) => all.flat().length + table.flat().length + pool,
    );
    expect(new Set(counts)).toEqual(new Set([112]));
  });

  it('knows what came of a turn that ran out of time', async () => {
    const moments = (await replayed(record, text)).filter((moment) => moment.game === 1);
    expect(moments[5]!.drawn).toEqual(['b12']);
    expect(moments[8]!.laid).toEqual(['k7']);
    expect(moments[9]!).toMatchObject({ isTakenBack: true, laid: [], drawn: ['y5', 'y6', 'k3'] });
  });
});
