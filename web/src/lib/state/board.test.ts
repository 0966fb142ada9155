import { describe, expect, it } from 'vitest';
import { aDraft } from '../game/testing';
import { begin } from '../game/history';
import { Board } from './board.svelte';

/** A board on the player's own turn, with these tiles on the rack. */
function aBoard(rack: string): Board {
  const board = new Board();
  const draft = aDraft('[r1 r2 r3]', rack);
  Object.assign(board.turn, {
    begun: draft,
    history: begin(draft),
    hasMelded: true,
    isMine: true,
    canTouch: true,
  });
  return board;
}

function lay(board: Board, tile: string): void {
  const { turn } = board;
  turn.hold([turn.draft.rack.find((piece) => piece.tile === tile)!.key]);
  turn.dropNew();
}

it('does not mark the twin of a hinted tile that has been laid', () => {
  const board = aBoard('b5 b5 k9');
  board.hinted = ['b5'];
  const marked = (): number =>
    board.turn.draft.rack.filter(({ key }) => board.lookOnRack(key).isHinted).length;
  const before = marked();
  lay(board, 'b5');
  expect([before, marked()]).toEqual([1, 0]);
});

describe('an incomplete meld', () => {
  it('is no fault while the player is building it', () => {
    const board = aBoard('b5 k9');
    lay(board, 'b5');
    expect([board.inTheMaking.size, board.faults.size]).toEqual([1, 0]);
  });

  it('is a fault when the player goes on elsewhere', () => {
    const board = aBoard('b5 k9');
    lay(board, 'b5');
    lay(board, 'k9');
    expect([board.inTheMaking.size, board.faults.size]).toEqual([1, 1]);
  });

  it('is a fault when the player tries to end the turn', () => {
    const board = aBoard('b5 k9');
    lay(board, 'b5');
    board.tried = board.turn.draft;
    expect([board.inTheMaking.size, board.faults.size]).toEqual([0, 1]);
  });
});
