import { describe, expect, it } from 'vitest';
import editions from '../../../lib/game/editions.json';
import { printTable, readRack, readTable } from '../../../lib/game/tiles';
import type { Edition, ReplayTurn } from '../../../lib/protocol/types';
import { fromRoom } from './source';
import { Replay } from './replay.svelte';

const RUN = '[r3 r4 r5]';
const GROUP = '[b9 k9 y9]';

function aTurn(game: number, turn: number, table: string, { laid = '', drawn = '' } = {}): ReplayTurn {
  return {
    game,
    turn,
    seat: turn ? (turn - 1) % 2 : null,
    action: laid ? 'play' : drawn ? 'draw' : null,
    laid: readRack(laid),
    drawn: readRack(drawn),
    took_back: null,
    table: readTable(table),
    racks: [[], []],
    pool: 50,
  };
}

/** Two games; in the first, Ann plays a run, Bob a group, Ann adds to the run, and Bob draws. */
function aReplay(): Replay {
  const replay = new Replay(fromRoom('r'));
  replay.match = {
    edition: editions[0] as unknown as Edition,
    seats: ['Ann', 'Bob'],
    bots: [],
    turns: [
      aTurn(1, 0, ''),
      aTurn(1, 1, RUN, { laid: 'r3 r4 r5' }),
      aTurn(1, 2, `${RUN} ${GROUP}`, { laid: 'b9 k9 y9' }),
      aTurn(1, 3, `[r3 r4 r5 r6] ${GROUP}`, { laid: 'r6' }),
      aTurn(1, 4, `[r3 r4 r5 r6] ${GROUP}`, { drawn: 'k1' }),
      aTurn(2, 0, ''),
    ],
    results: [null, null],
  };
  return replay;
}

/** The melds that are marked as just played. */
function marked({ board }: Replay): string[] {
  return board.turn.draft.melds
    .filter((meld) => board.turn.recent.has(meld.id))
    .map((meld) => meld.pieces.map((piece) => piece.tile).join(' '));
}

describe('a replay', () => {
  it.each([0, 2, 5])('marks what the shown turn played, coming from turn %i', (from) => {
    const replay = aReplay();
    replay.go(from);
    replay.go(3);
    expect(marked(replay)).toEqual(['r3 r4 r5 r6']);
  });

  it('marks nothing after a turn without a play', () => {
    const replay = aReplay();
    replay.go(0);
    replay.go(4);
    expect(marked(replay)).toEqual([]);
  });

  it('shows the table that the server sent', () => {
    const replay = aReplay();
    replay.go(4);
    expect(printTable(replay.board.turn.table)).toBe(printTable(replay.turns[4]!.table));
  });

  it('clears the table where the next game begins', () => {
    const replay = aReplay();
    replay.go(4);
    replay.go(5);
    expect(replay.board.turn.table).toEqual([]);
  });
});
