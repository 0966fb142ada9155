// Test helpers: drafts from notation, and back.

import { rekeyed } from './keys';
import { EMPTY_DRAFT, type Draft } from './draft';
import { printTable, readRack, readTable } from './tiles';

export function aDraft(table: string, rack: string): Draft {
  return rekeyed(readTable(table), readRack(rack), EMPTY_DRAFT);
}

export function shown(draft: Draft): string {
  return printTable(draft.melds.map((meld) => meld.pieces.map((piece) => piece.tile)));
}

export function rackOf(draft: Draft): string {
  return draft.rack.map((piece) => piece.tile).join(' ');
}

/** Return the key of the first such tile, on the rack or else on the table. */
export function key(draft: Draft, tile: string): string {
  const all = [...draft.rack, ...draft.melds.flatMap((meld) => meld.pieces)];
  return all.find((piece) => piece.tile === tile)!.key;
}
