// Where a replay comes from: a match on the server, or a record that a visitor opened.

import { api } from '../../../lib/net/api';
import type {
  MatchReplay,
  PlayOn,
  ReviewProgress,
  RoomLinks,
  TriedTurn,
  TryTurn,
} from '../../../lib/protocol/types';
import { session } from '../../../lib/state/session.svelte';

export interface ReplaySource {
  /** The room of a match on the server; null for an opened record. */
  readonly room: string | null;
  /** The address of the page without a turn; null when it cannot be shared. */
  readonly address: { readonly path: string; readonly fragment: string } | null;
  readonly load: () => Promise<MatchReplay>;
  /** The part of the review that is computed so far. */
  readonly review: () => Promise<ReviewProgress>;
  /** Judge another action in place of one that was taken. */
  readonly try: (turn: TryTurn) => Promise<TriedTurn>;
  /** Open a room that continues from a position. */
  readonly playOn: (position: PlayOn) => Promise<RoomLinks>;
}

export function fromRoom(room: string): ReplaySource {
  return {
    room,
    address: { path: `/replay/${encodeURIComponent(room)}`, fragment: '' },
    load: () => api.replay(room),
    review: async () => {
      await session.begin();
      return api.review(room);
    },
    try: (turn) => api.tryTurn(room, turn),
    playOn: (position) => api.playOn(room, position),
  };
}

export function fromText(text: string, match: MatchReplay, fragment: string | null): ReplaySource {
  return {
    room: null,
    address: fragment === null ? null : { path: '/replay', fragment },
    load: () => Promise.resolve(match),
    review: async () => {
      await session.begin();
      return api.reviewRecord(text);
    },
    try: (turn) => api.tryRecordTurn(text, turn),
    playOn: (position) => api.playOnRecord(text, position),
  };
}
