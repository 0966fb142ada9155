// The HTTP API: session, rooms, rulebook, ratings.

import type {
  AnalyseAnswer,
  AnalyseAsk,
  AskedPosition,
  Hint,
  HintLevel,
  Leaderboard,
  LiveCurve,
  MatchReplay,
  Me,
  OpenedRecord,
  OpenRoom,
  PlayOn,
  Profile,
  RefereeAnswer,
  RefereeAsk,
  ReviewProgress,
  RoomLinks,
  RoomSummary,
  RunningGames,
  Rulebook,
  SharedSheet,
  Sheet,
  SheetUpdate,
  SolveAnswer,
  SolveAsk,
  TriedTurn,
  TryTurn,
  WinHint,
} from '../protocol/types';

/** A failed request. `reason` is a code, which the page translates. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    detail: string,
    /** The whole answer. Some contain more than a reason. */
    readonly body: unknown = null,
  ) {
    super(detail);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await ask(method, path, body);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
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
    const { reason = 'unknown', detail = response.statusText } = problem;
    throw new ApiError(response.status, reason, detail, problem);
  }
  return response;
}

export const api = {
  session: () => call<Me>('POST', '/session', {}),
  rename: (name: string) => call<Me>('POST', '/session/name', { name }),
  signUp: (name: string, password: string) => call<Me>('POST', '/account', { name, password }),
  signIn: (name: string, password: string) => call<Me>('POST', '/sign-in', { name, password }),
  changePassword: (old: string, next: string) => call<Me>('POST', '/account/password', { old, new: next }),
  deleteAccount: (password: string) => call<undefined>('POST', '/account/delete', { password }),
  signOut: () => call<undefined>('POST', '/sign-out', {}),
  rulebook: () => call<Rulebook>('GET', '/rulebook'),
  open: (room: Partial<OpenRoom>) => call<RoomLinks>('POST', '/rooms', room),
  /** Find players. `room` is the room in which the player already waits. */
  quick: (edition: string, room: string | null) => call<RoomLinks>('POST', '/quick', { edition, room }),
  sit: (room: string) => call<RoomLinks>('POST', `/rooms/${encodeURIComponent(room)}/seat`, {}),
  publicRooms: () => call<{ rooms: RoomSummary[] }>('GET', '/rooms'),
  myRooms: () => call<{ rooms: RoomSummary[] }>('GET', '/my/rooms'),
  running: () => call<RunningGames>('GET', '/my/running'),
  byCode: (code: string) => call<RoomLinks>('GET', `/codes/${encodeURIComponent(code)}`),
  links: (room: string) => call<RoomLinks>('GET', `/rooms/${encodeURIComponent(room)}/links`),
  referee: (ask: RefereeAsk) => call<RefereeAnswer>('POST', '/referee', ask),
  solve: (ask: SolveAsk) => call<SolveAnswer>('POST', '/solve', ask),
  analyse: (ask: AnalyseAsk) => call<AnalyseAnswer>('POST', '/analyse', ask),
  /** Draw a position as SVG. */
  picture: async (position: AskedPosition) => (await ask('POST', '/picture', position)).text(),
  shareSheet: (sheet: Sheet) => call<SharedSheet>('POST', '/sheets', sheet),
  updateSheet: (code: string, sheet: SheetUpdate) =>
    call<undefined>('PUT', `/sheets/${encodeURIComponent(code)}`, sheet),
  leaderboard: (family: string) => call<Leaderboard>('GET', `/leaderboard/${family}`),
  profile: (person: string) => call<Profile>('GET', `/people/${encodeURIComponent(person)}`),
  hint: (room: string, level: HintLevel) =>
    call<{ version: number; hint: Hint }>('POST', `/rooms/${encodeURIComponent(room)}/hint`, { level }),
  winHint: (room: string, level: HintLevel) =>
    call<{ version: number; hint: WinHint }>('POST', `/rooms/${encodeURIComponent(room)}/win-hint`, {
      level,
    }),
  /** The win chances in the running game, for those who do not play. */
  curve: (room: string) => call<LiveCurve>('GET', `/rooms/${encodeURIComponent(room)}/curve`),
  /** The part of the review of a match that is computed so far. */
  review: (room: string) => call<ReviewProgress>('GET', `/rooms/${encodeURIComponent(room)}/review`),
  tryTurn: (room: string, turn: TryTurn) =>
    call<TriedTurn>('POST', `/rooms/${encodeURIComponent(room)}/review/try`, turn),
  playOn: (room: string, position: PlayOn) =>
    call<RoomLinks>('POST', `/rooms/${encodeURIComponent(room)}/play-on`, position),
  replay: (room: string) => call<MatchReplay>('GET', `/rooms/${encodeURIComponent(room)}/replay`),
  openRecord: (text: string) => call<OpenedRecord>('POST', '/records/replay', { text }),
  reviewRecord: (text: string) => call<ReviewProgress>('POST', '/records/review', { text }),
  tryRecordTurn: (text: string, turn: TryTurn) =>
    call<TriedTurn>('POST', '/records/review/try', { text, turn }),
  playOnRecord: (text: string, position: PlayOn) =>
    call<RoomLinks>('POST', '/records/play-on', { text, position }),
};
