// A practice table: any position, played by hand by one player. The page that uses it judges the result.

import { tilesOf } from '../game/draft';
import type { Table, Tile } from '../game/tiles';
import type { Edition } from '../protocol/types';
import { Board } from '../state/board.svelte';
import type { TableView } from '../state/turn.svelte';

export interface Position {
  readonly edition: Edition;
  readonly table: Table;
  readonly rack: readonly Tile[];
  readonly hasMelded: boolean;
}

export class Practice {
  board = new Board();
  position = $state.raw<Position | null>(null);
  isBusy = $state(false);

  #turn = 0;

  get turn() {
    return this.board.turn;
  }

  /** Set up a position and start the turn. */
  show(position: Position): void {
    this.position = position;
    this.#turn += 1;
    this.board.fourth = position.edition.fourth_colour;
    this.board.turnNumber = this.#turn;
    this.board.refused = [];
    this.turn.show(this.#view(position));
    this.turn.reset();
    this.turn.history = { past: [], now: this.turn.history.now, future: [] };
  }

  /** Show an intermediate table. Tiles missing from it are still on the rack. */
  showTable(table: Table): void {
    this.turn.letGo();
    this.turn.restore(table);
  }

  get rack(): Tile[] {
    return tilesOf(this.turn.draft.rack);
  }

  /** Shake the rejected melds. */
  refuse(rows: readonly (readonly Tile[])[]): void {
    this.board.refused = [];
    requestAnimationFrame(() => (this.board.refused = rows.map((row) => row.join(' '))));
  }

  #view(position: Position): TableView {
    const seat = { has_conceded: false, laid: 0, quiet: 0, drew: 0 };
    return {
      edition: position.edition,
      seat: 0,
      seats: [{ ...seat, tiles: position.rack.length, has_melded: position.hasMelded, rack: position.rack }],
      table: position.table,
      to_move: 0,
      turn: this.#turn,
      result: null,
    };
  }
}
