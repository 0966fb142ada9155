import { describe, expect, it } from 'vitest';
import { PLAIN_RULES } from '../game/melds';
import { printTable, readRack, readTable } from '../game/tiles';
import { key, rackOf, shown } from '../game/testing';
import { Turn, type TableView } from './turn.svelte';

interface Arranged {
  rack?: string;
  table?: string;
  melded?: boolean;
  toMove?: number;
  turn?: number;
}

function aView({
  rack = 'r4 k9',
  table = '[r1 r2 r3]',
  melded = true,
  toMove = 0,
  turn = 5,
}: Arranged = {}): TableView {
  const tiles = readRack(rack);
  const rules = {
    ...PLAIN_RULES,
    initial_meld_min: 30,
    joker_in_initial_meld: true,
    manipulate_in_initial_turn: false,
  };
  return {
    edition: { name: 'classic-en', fourth_colour: 'orange', ...rules } as TableView['edition'],
    seat: 0,
    seats: [
      {
        tiles: tiles.length,
        has_melded: melded,
        has_conceded: false,
        laid: 0,
        quiet: 0,
        drew: 0,
        rack: tiles,
      },
      { tiles: 5, has_melded: true, has_conceded: false, laid: 0, quiet: 0, drew: 0, rack: null },
    ],
    table: readTable(table),
    to_move: toMove,
    turn,
    result: null,
  };
}

function aTurn(arranged: Arranged = {}): Turn {
  const turn = new Turn();
  turn.show(aView(arranged));
  return turn;
}

describe('a turn', () => {
  it('shows the tiles of the next game, even if it begins as the last one ended', () => {
    const turn = aTurn({ rack: 'r9 k4 b1', table: '-', turn: 0, toMove: 1 });
    turn.show(aView({ rack: 'y7 k1 b2', table: '-', turn: 0, toMove: 1 }));
    expect(rackOf(turn.draft)).toBe('b2 y7 k1');
    expect(turn.fresh.size).toBe(0);
  });

  it('lays a tile that is picked, and takes it back', () => {
    const turn = aTurn();
    turn.pick(key(turn.draft, 'r4'));
    expect(turn.places).toHaveLength(1);
    turn.dropAt(turn.places[0]!);
    expect(printTable(turn.table)).toBe('[r1 r2 r3 r4]');
    turn.undo();
    expect(printTable(turn.table)).toBe('[r1 r2 r3]');
    turn.redo();
    turn.reset();
    expect(rackOf(turn.draft)).toBe('r4 k9');
  });

  it('is kept when the server repeats the same view', () => {
    const turn = aTurn();
    turn.hold([key(turn.draft, 'r4')]);
    turn.dropNew();
    turn.show(aView());
    expect(printTable(turn.table)).toBe('[r1 r2 r3] [r4]');
  });

  it('keeps other melds locked before the initial meld', () => {
    const turn = aTurn({ melded: false });
    expect(turn.canPick(key(turn.draft, 'r2'))).toBe(false);
    turn.hold([key(turn.draft, 'r4')]);
    turn.dropInto(turn.draft.melds[0]!.id);
    expect(printTable(turn.table)).toBe('[r1 r2 r3]');
  });

  it('swaps a joker into the hand', () => {
    const turn = aTurn({ table: '[r6 r7 J r9]', rack: 'r8' });
    turn.pick(key(turn.draft, 'r8'));
    turn.dropAt(turn.places.find((place) => place.kind === 'swap')!);
    expect(shown(turn.draft)).toBe('[r6 r7 r8 r9] [J]');
    expect(turn.held.map((piece) => piece.tile)).toEqual(['J']);
  });

  it('lays a tile at its only possible place', () => {
    const turn = aTurn();
    turn.hold([key(turn.draft, 'r4')]);
    expect(turn.dropBest()).toBe(true);
    turn.hold([key(turn.draft, 'k9')]);
    expect(turn.dropBest()).toBe(false);
  });

  it('is restored after a reload', () => {
    const turn = aTurn();
    turn.restore(readTable('[r1 r2 r3 r4]'));
    expect(printTable(turn.table)).toBe('[r1 r2 r3 r4]');
    expect(rackOf(turn.draft)).toBe('k9');
    turn.undo();
    expect(rackOf(turn.draft)).toBe('r4 k9');
  });

  it('ignores a stored draft with other tiles', () => {
    const turn = aTurn();
    turn.restore(readTable('[r1 r2 r3 r4 r5]'));
    turn.restore(readTable('[r1 r2]'));
    expect(turn.canUndo).toBe(false);
  });
});

describe('identical tiles', () => {
  /** A black 3 from the rack lies in a new meld; the table has another one. */
  function aTurnWithBlackThreeLaid(): Turn {
    const turn = aTurn({ rack: 'k3 r9', table: '[r3 b3 k3 y3]' });
    turn.hold([key(turn.draft, 'k3')]);
    turn.dropNew();
    return turn;
  }

  function tableKey(turn: Turn, meld: number, tile: string): string {
    return turn.draft.melds[meld]!.pieces.find((piece) => piece.tile === tile)!.key;
  }

  it('are interchangeable when one is taken back', () => {
    const turn = aTurnWithBlackThreeLaid();
    turn.hold([tableKey(turn, 0, 'k3')]);
    expect(turn.dropOnRack()).toBe(true);
    expect([shown(turn.draft), rackOf(turn.draft)]).toEqual(['[r3 b3 y3] [k3]', 'r9 k3']);
  });

  it('leave nothing laid when the other one was taken back', () => {
    const turn = aTurnWithBlackThreeLaid();
    turn.hold([tableKey(turn, 0, 'k3')]);
    turn.dropOnRack();
    expect(turn.judgement.laid).toBe(0);
  });

  it('come back only as often as they were laid', () => {
    const turn = aTurnWithBlackThreeLaid();
    turn.hold([tableKey(turn, 0, 'k3')]);
    turn.dropOnRack();
    turn.hold([tableKey(turn, 1, 'k3')]);
    expect(turn.dropOnRack()).toBe(false);
    expect(rackOf(turn.draft)).toBe('r9 k3');
  });

  it('stay on the table when they are of another kind', () => {
    const turn = aTurnWithBlackThreeLaid();
    turn.hold([tableKey(turn, 0, 'r3')]);
    expect(turn.dropOnRack()).toBe(false);
    expect([shown(turn.draft), turn.canUndo]).toEqual(['[r3 b3 k3 y3] [k3]', true]);
  });
});

describe('a plan while others play', () => {
  it('is kept when the table changes, and becomes the draft of my turn', () => {
    const turn = aTurn({ toMove: 1 });
    turn.hold([key(turn.draft, 'r4')]);
    turn.dropBest();
    expect(turn.isPlanning).toBe(true);
    turn.show(aView({ table: '[r1 r2 r3] [b5 k5 y5]', toMove: 0, turn: 6 }));
    expect(printTable(turn.table)).toBe('[r1 r2 r3 r4] [b5 k5 y5]');
    expect(turn.isMine).toBe(true);
  });

  it('lists the tiles that no longer fit', () => {
    const turn = aTurn({ toMove: 1 });
    turn.hold([key(turn.draft, 'r4')]);
    turn.dropBest();
    turn.show(aView({ table: '[r1 r2 r3 r4 r5]', toMove: 0, turn: 6 }));
    expect(turn.lost.size).toBe(1);
    expect(rackOf(turn.draft)).toContain('r4');
  });

  it('hides the draft of the player on turn only while it exists', () => {
    const turn = aTurn({ toMove: 1 });
    turn.preview(readTable('[r1 r2 r3] [b5 k5 y5]'));
    expect(shown(turn.shown)).toBe('[r1 r2 r3] [b5 k5 y5]');
    turn.hold([key(turn.draft, 'r4')]);
    turn.dropBest();
    expect(shown(turn.shown)).toBe('[r1 r2 r3 r4]');
  });
});

describe('a new tile', () => {
  it('comes last, and is highlighted', () => {
    const turn = aTurn({ rack: 'k9 r4' });
    turn.show(aView({ rack: 'r1 r4 k9', turn: 6, toMove: 1 }));
    expect(rackOf(turn.draft)).toBe('r4 k9 r1');
    expect(turn.fresh.has(key(turn.draft, 'r1'))).toBe(true);
  });
});
