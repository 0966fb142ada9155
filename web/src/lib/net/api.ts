// The HTTP side of the server: who I am, rooms, rulebook, ratings.

import type { RoomSummary, TimeControl } from '../protocol/types';

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly has_account: boolean;
}

export interface OpenRoom {
  edition?: string;
  rules?: Record<string, number | string | boolean>;
  chairs?: number;
  time?: TimeControl | null;
  is_rated?: boolean;
  is_public?: boolean;
  watching?: 'allowed' | 'delayed' | 'forbidden';
  hints?: boolean;
  bot?: string;
  bots?: string[];
  start?: boolean;
}

export interface RoomLinks {
  readonly room: string;
  readonly code: string;
  readonly path: string;
}

export interface EditionInfo {
  readonly name: string;
  readonly source: string;
  readonly min_players: number;
  readonly max_players: number;
  readonly knobs: Readonly<Record<string, number | string | boolean>>;
}

export interface Knob {
  readonly name: string;
  readonly choices: string;
  readonly description: string;
  readonly default: unknown;
}

export interface Rulebook {
  readonly editions: readonly EditionInfo[];
  readonly house_rules: readonly Knob[];
  readonly bots: readonly string[];
}

export interface RatingLine {
  readonly person: string;
  readonly name: string;
  readonly is_bot: boolean;
  readonly family: string;
  readonly rating: number;
  readonly games: number;
}

export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly is_bot: boolean;
  readonly has_account: boolean;
  readonly ratings: readonly RatingLine[];
  readonly history: readonly {
    readonly room: string;
    readonly family: string;
    readonly rank: number;
    readonly rating: number;
    readonly at: number;
  }[];
}

/** A request that was not granted: `reason` is a word for programs, worded by the page. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    detail: string,
  ) {
    super(detail);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'same-origin',
  }).catch(() => {
    throw new ApiError(0, 'no-connection', 'the server does not answer');
  });
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as { reason?: string; detail?: string };
    throw new ApiError(response.status, problem.reason ?? 'unknown', problem.detail ?? response.statusText);
  }
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const api = {
  session: () => call<Me>('POST', '/session', {}),
  rename: (name: string) => call<Me>('POST', '/session/name', { name }),
  signUp: (name: string, password: string) => call<Me>('POST', '/accounts', { name, password }),
  signIn: (name: string, password: string) => call<Me>('POST', '/sign-in', { name, password }),
  signOut: () => call<undefined>('POST', '/sign-out', {}),
  rulebook: () => call<Rulebook>('GET', '/rulebook'),
  open: (room: OpenRoom) => call<RoomLinks>('POST', '/rooms', room),
  quick: (edition: string, chairs: number, wait: number) =>
    call<RoomLinks>('POST', '/quick', { edition, chairs, wait }),
  publicRooms: () => call<{ rooms: RoomSummary[] }>('GET', '/rooms'),
  myRooms: () => call<{ rooms: RoomSummary[] }>('GET', '/me/rooms'),
  byCode: (code: string) => call<RoomLinks>('GET', `/codes/${encodeURIComponent(code)}`),
  links: (room: string) => call<RoomLinks>('GET', `/rooms/${encodeURIComponent(room)}/links`),
  leaderboard: (family: string) =>
    call<{ family: string; lines: RatingLine[] }>('GET', `/leaderboards/${family}`),
  profile: (person: string) => call<Profile>('GET', `/people/${encodeURIComponent(person)}`),
  record: (room: string) => call<unknown>('GET', `/rooms/${encodeURIComponent(room)}/record.json`),
};
