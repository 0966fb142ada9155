import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replayed, type MatchRecord } from '../game/record';
import { printTable } from '../game/tiles';
import { Replay } from './replay.svelte';

const read = (name: string): string => readFileSync(`src/lib/game/fixtures/${name}`, 'utf8');
const { record } = JSON.parse(read('match.json')) as { record: MatchRecord };

async function aReplay(): Promise<Replay> {
  const replay = new Replay('r');
  replay.record = { ...record, bots: [] };
  replay.moments = await replayed(record, read('match.txt'));
  return replay;
}

/** The melds that are marked as just played. */
function marked(replay: Replay): string[] {
  const { turn } = replay.board;
  return turn.draft.melds
    .filter((meld) => turn.recent.has(meld.id))
    .map((meld) => meld.pieces.map((piece) => piece.tile).join(' '));
}

/** The melds that a moment has and the one before it has not. */
function played(replay: Replay, at: number): string[] {
  const rows = (moment: number): string[] => replay.moments[moment]!.table.map((meld) => meld.join(' '));
  const old = new Set(rows(at - 1));
  return rows(at).filter((row) => !old.has(row));
}

describe('a replay', () => {
  it('marks what the shown turn played, wherever one comes from', async () => {
    const replay = await aReplay();
    const at = replay.moments.findLastIndex((moment) => moment.laid.length > 0);
    for (const from of [0, at - 1, replay.moments.length - 1]) {
      replay.go(from);
      replay.go(at);
      expect(marked(replay).sort()).toEqual(played(replay, at).sort());
    }
  });

  it('marks nothing after a turn without a play', async () => {
    const replay = await aReplay();
    const at = replay.moments.findLastIndex((moment) => moment.drawn.length > 0);
    replay.go(0);
    replay.go(at);
    expect(marked(replay)).toEqual([]);
    expect(printTable(replay.board.turn.table)).toBe(printTable(replay.moments[at]!.table));
  });
});
