// Ways to get to a table: at once against bots, with whoever waits, or at one of one's own.

import { api, ApiError } from '../net/api';
import type { OpenRoom, RoomLinks } from '../protocol/types';
import { t, tt } from '../words/words.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';

class Openings {
  isBusy = $state(false);
  problem = $state('');

  /** One click: a classic game against two bots that begins now. */
  playNow(): Promise<void> {
    return this.open({
      edition: 'classic-en',
      chairs: 3,
      bots: ['novice', 'novice'],
      start: true,
      time: { type: 'none' },
    });
  }

  /** With whoever is looking for a game; bots fill up after a few seconds. */
  quick(): Promise<void> {
    return this.#try(async () => (await api.quick('classic-en', 4, 10)).path);
  }

  open(room: Partial<OpenRoom>): Promise<void> {
    return this.#try(async () => (await api.open(room)).path);
  }

  /** A table that is made in some other way. */
  from(make: () => Promise<RoomLinks>): Promise<void> {
    return this.#try(async () => (await make()).path);
  }

  join(code: string): Promise<void> {
    return this.#try(async () => (await api.byCode(code.trim().toUpperCase())).path);
  }

  async #try(find: () => Promise<string>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = '';
    try {
      await session.begin();
      router.go(await find());
    } catch (error) {
      this.problem = problemText(error);
    } finally {
      this.isBusy = false;
    }
  }
}

const KNOWN = [
  'bad-name',
  'unknown-puzzle',
  'no-such-puzzles',
  'unknown-run',
  'run-went-on',
  'bad-bots',
  'has-account',
  'banned',
  'no-connection',
  'too-fast',
  'unknown-room',
  'unknown-code',
  'bad-room',
  'bad-rules',
  'took-too-long',
  'not-over',
  'wrong-password',
  'name-is-taken',
];

/** A request that failed, in words. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError && KNOWN.includes(error.reason)) return tt(`problem.${error.reason}`);
  if (error instanceof ApiError && error.status === 404) return t('problem.unknown-room');
  return t('problem.unknown');
}

export const openings = new Openings();
