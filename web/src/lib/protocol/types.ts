// What comes from the server, as JSON has it. One place, so that generated types can take over name by name.

import type { TurnRules } from '../game/judge';
import type { MeldFault } from '../game/melds';
import type { Table, Tile } from '../game/tiles';

export interface Box {
  readonly copies: number;
  readonly classic: number;
  readonly double: number;
  readonly colour_change: number;
  readonly mirror: number;
}

export interface Edition extends TurnRules {
  readonly name: string;
  readonly revision: number;
  readonly box: Box;
  readonly small_box: Box | null;
  readonly min_players: number;
  readonly max_players: number;
  readonly fourth_colour: 'yellow' | 'orange';
  readonly hand_size: number;
  readonly turn_seconds: number;
  readonly joker_rack_penalty: number;
  readonly [knob: string]: unknown;
}

export interface SeatView {
  readonly tiles: number;
  readonly has_melded: boolean;
  readonly has_conceded: boolean;
  readonly rack?: readonly Tile[] | null;
}

export type Ending = 'rack-out' | 'empty-pool' | 'last-player';

export interface Result {
  readonly ending: Ending;
  readonly winners: readonly number[];
  readonly scores: readonly number[];
}

export interface GameView {
  readonly edition: Edition;
  readonly seat: number | null;
  readonly seats: readonly SeatView[];
  readonly table: Table;
  readonly pool: number;
  readonly to_move: number;
  readonly starter: number;
  readonly turn: number;
  readonly passed: readonly number[];
  readonly last_turns: readonly number[] | null;
  readonly result: Result | null;
}

export interface ChairView {
  readonly name: string;
  readonly person: string | null;
  readonly bot: string | null;
  readonly is_ready: boolean;
  readonly has_stand_in: boolean;
}

export interface ClockView {
  readonly since: number;
  readonly due: number | null;
  readonly banks: readonly number[];
}

export interface DealView {
  readonly game: number;
  readonly commitment: string;
  readonly contributions: readonly (string | null)[];
  readonly secret: string | null;
}

export type TimeControl =
  | { readonly type: 'none' }
  | { readonly type: 'per-turn'; readonly seconds: number }
  | { readonly type: 'per-game'; readonly seconds: number; readonly increment?: number }
  | { readonly type: 'correspondence'; readonly hours: number };

export interface RoomConfig {
  readonly edition: Edition;
  readonly chairs: number;
  readonly time: TimeControl;
  readonly is_rated: boolean;
  readonly is_public: boolean;
  readonly watching: 'allowed' | 'delayed' | 'forbidden';
  readonly hints: boolean;
  readonly fill_after: number | null;
  readonly bot: string;
}

export interface Standing {
  readonly seat: number;
  readonly rank: number;
  readonly games_won: number;
  readonly score: number;
}

export type Phase = 'gathering' | 'dealing' | 'playing' | 'over';

export interface RoomView {
  readonly id: string;
  readonly version: number;
  readonly config: RoomConfig;
  readonly phase: Phase;
  readonly host: string;
  readonly chairs: readonly ChairView[];
  readonly seat: number | null;
  readonly clock: ClockView;
  readonly game: GameView | null;
  readonly game_number: number;
  readonly games: number;
  readonly deals: readonly DealView[];
  readonly results: readonly Result[];
  readonly standings: readonly Standing[];
  readonly rematch: string | null;
  readonly why_over: 'finished' | 'abandoned' | 'closed' | null;
}

export interface Violation {
  readonly rule: string;
  readonly tiles?: readonly Tile[];
  readonly why?: MeldFault | null;
  readonly have?: number | null;
  readonly need?: number | null;
  readonly meld?: readonly Tile[];
}

/** What happened. Only what the screen tells about is listed; anything else passes unseen. */
export type RoomEvent =
  | {
      readonly type: 'game-started';
      readonly starter: number;
      readonly starting_draws: readonly (readonly [number, Tile][])[];
    }
  | { readonly type: 'played'; readonly seat: number; readonly table: Table; readonly laid: readonly Tile[] }
  | {
      readonly type: 'drew';
      readonly seat: number;
      readonly count: number;
      readonly tiles: readonly Tile[] | null;
      readonly why?: 'turn' | 'overrun' | 'unfinished';
    }
  | { readonly type: 'passed' | 'timed-out' | 'conceded'; readonly seat: number }
  | { readonly type: 'took-back'; readonly seat: number; readonly violations: readonly Violation[] }
  | { readonly type: 'game-ended'; readonly result: Result; readonly racks: readonly (readonly Tile[])[] }
  | { readonly type: 'stood-in' | 'came-back'; readonly seat: number }
  | { readonly type: 'sat-down' | 'bot-sat-down'; readonly chair: number; readonly name: string }
  | { readonly type: 'stood-up'; readonly chair: number }
  | { readonly type: 'rematch-opened'; readonly room: string }
  | { readonly type: 'revealed'; readonly game: number; readonly secret: string };

/** What somebody in a room can ask for. */
export type Ask =
  | { readonly type: 'sit'; readonly chair?: number | null }
  | { readonly type: 'stand' | 'begin' | 'draw' | 'pass' | 'concede' | 'leave' | 'return' | 'rematch' }
  | { readonly type: 'add-bot'; readonly bot: string; readonly chair?: number | null }
  | { readonly type: 'kick'; readonly chair: number; readonly ban?: boolean }
  | { readonly type: 'ready'; readonly is_ready?: boolean }
  | { readonly type: 'contribute'; readonly text?: string }
  | { readonly type: 'play'; readonly table: Table }
  | { readonly type: 'call-stand-in'; readonly chair: number };

export const EMOTES = ['hello', 'well-played', 'thanks', 'oops', 'wow', 'hurry', 'sorry', 'goodbye'] as const;
export type Emote = (typeof EMOTES)[number];

export type FromClient =
  | { readonly type: 'hello'; readonly protocols: readonly number[] }
  | { readonly type: 'do'; readonly id: string; readonly ask: Ask; readonly seen?: number | null }
  | { readonly type: 'draft'; readonly table: Table }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'emote'; readonly emote: Emote }
  | { readonly type: 'ping'; readonly id: string };

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface Refused {
  readonly type: 'refused';
  readonly id: string | null;
  readonly reason: string;
  readonly violations?: readonly Violation[];
  readonly view?: RoomView | null;
}

export type FromServer =
  | { readonly type: 'welcome'; readonly protocol: number; readonly you: Person; readonly now: number }
  | {
      readonly type: 'update';
      readonly now: number;
      readonly events: readonly RoomEvent[];
      readonly view: RoomView;
    }
  | { readonly type: 'done'; readonly id: string; readonly version: number }
  | Refused
  | { readonly type: 'draft-shown'; readonly seat: number; readonly table: Table }
  | Said
  | { readonly type: 'presence'; readonly chairs: readonly boolean[]; readonly watching: number }
  | { readonly type: 'pong'; readonly id: string; readonly now: number }
  | { readonly type: 'goodbye'; readonly why: string; readonly come_back: boolean };

export interface Said {
  readonly type: 'said';
  readonly seat: number | null;
  readonly name: string;
  readonly text?: string;
  readonly emote?: Emote | null;
}

export interface RoomSummary {
  readonly id: string;
  readonly edition: string;
  readonly house_rules: number;
  readonly phase: Phase;
  readonly names: readonly string[];
  readonly chairs: number;
  readonly time: TimeControl;
  readonly is_rated: boolean;
  readonly is_public: boolean;
  readonly opened_at: number;
  readonly games_over: number;
  readonly winners: readonly string[];
}
