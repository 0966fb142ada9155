// A record of a match, played again: the deal gives the racks, the actions give the table, the remarks what was drawn.

import { dealt, type BoxOfTiles, type DealToCheck } from './deal';
import { readRack, without, type Table, type Tile } from './tiles';

export interface RecordedAction {
  readonly type: 'play' | 'draw' | 'pass' | 'run-out-of-time' | 'concede';
  readonly seat: number;
  readonly table?: Table;
  readonly draft?: Table | null;
}

export interface MatchRecord {
  readonly edition: {
    readonly name: string;
    readonly box: BoxOfTiles;
    readonly small_box: BoxOfTiles | null;
    readonly hand_size: number;
    readonly fourth_colour: 'yellow' | 'orange';
  };
  readonly seats: readonly string[];
  readonly bots: readonly string[];
  readonly games: readonly {
    readonly commitment: string;
    readonly deal: {
      readonly secret: string;
      readonly contributions: readonly string[];
      readonly game: number;
    };
    readonly actions: readonly RecordedAction[];
    readonly result: { readonly winners: readonly number[]; readonly scores: readonly number[] } | null;
  }[];
}

/** The table and all racks after a turn; turn 0 is the deal. */
export interface Moment {
  readonly game: number;
  readonly turn: number;
  readonly action: RecordedAction | null;
  readonly table: Table;
  readonly racks: readonly (readonly Tile[])[];
  readonly pool: number;
  readonly laid: readonly Tile[];
  readonly drawn: readonly Tile[];
  readonly isTakenBack: boolean;
}

/** Four players or fewer use the small part of a large box. */
const SMALL_TABLE = 4;

export async function replayed(record: MatchRecord, text: string): Promise<Moment[]> {
  const remarks = remarksOf(text);
  const games = record.games.map((_, at) =>
    oneGame(record, at, remarks.get(at + 1) ?? new Map<number, string>()),
  );
  return (await Promise.all(games)).flat();
}

async function oneGame(
  record: MatchRecord,
  at: number,
  remarks: ReadonlyMap<number, string>,
): Promise<Moment[]> {
  const { deal, commitment, actions } = record.games[at]!;
  const { edition } = record;
  const box = record.seats.length <= SMALL_TABLE ? (edition.small_box ?? edition.box) : edition.box;
  const promise: DealToCheck = { ...deal, commitment };
  const hasDraws = (remarks.get(0) ?? '').includes(';');
  const { racks, pool } = await dealt(promise, box, edition.hand_size, hasDraws);
  const start = {
    game: at + 1,
    turn: 0,
    action: null,
    table: [],
    racks,
    pool: pool.length,
    laid: [],
    drawn: [],
  };
  const moments: Moment[] = [{ ...start, isTakenBack: false }];
  actions.forEach((action, turn) =>
    moments.push(after(moments.at(-1)!, action, remarks.get(turn + 1) ?? '')),
  );
  return moments;
}

function after(before: Moment, action: RecordedAction, remark: string): Moment {
  const isTakenBack = remark.includes('taken back');
  const drawn = readRack(remark.split(', ').at(-1)!.replace('taken back', ''));
  const wanted = action.type === 'play' ? action.table : (action.draft ?? undefined);
  const isLaid = wanted !== undefined && !isTakenBack && !drawn.length;
  const table = isLaid ? wanted : before.table;
  const laid = without(table.flat(), before.table.flat());
  const racks = before.racks.map((rack, seat) =>
    seat === action.seat ? [...without(rack, laid), ...drawn] : rack,
  );
  const { game } = before;
  return {
    game,
    turn: before.turn + 1,
    action,
    table,
    racks,
    pool: before.pool - drawn.length,
    laid,
    drawn,
    isTakenBack,
  };
}

/** What stands in braces behind each turn, by game and turn; what was said of the start is turn 0. */
function remarksOf(text: string): Map<number, Map<number, string>> {
  const found = new Map<number, Map<number, string>>();
  let game = new Map<number, string>();
  for (const line of text.split('\n')) {
    const number = /^game: (\d+)/.exec(line);
    if (number) found.set(Number(number[1]), (game = new Map<number, string>()));
    if (line.startsWith('starts: ')) game.set(0, line.slice('starts: '.length));
    const turn = /^(\d+)\. .*\{([^{}]*)\}$/.exec(line);
    if (turn) game.set(Number(turn[1]), turn[2]!);
  }
  return found;
}
