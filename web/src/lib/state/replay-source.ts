// Where a replay comes from: a match on the server, or a record that a visitor opened.

import { api } from '../net/api';
import type { MatchReplay, ReviewedMatch } from '../protocol/types';
import { session } from './session.svelte';

export interface ReplaySource {
  /** The room of a match on the server; null for an opened record. */
  readonly room: string | null;
  /** The address of the page without a turn; null when it cannot be shared. */
  readonly address: { readonly path: string; readonly fragment: string } | null;
  readonly load: () => Promise<MatchReplay>;
  readonly review: () => Promise<ReviewedMatch>;
}

export function fromRoom(room: string): ReplaySource {
  return {
    room,
    address: { path: `/replay/${encodeURIComponent(room)}`, fragment: '' },
    load: () => api.replay(room),
    review: async () => {
      await session.begin();
      return (await api.review(room)).review;
    },
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
  };
}
