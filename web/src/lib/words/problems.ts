// Describes a failed request in words.

import { ApiError } from '../net/api';
import { t, tt } from './words.svelte';

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
  'busy',
  'not-over',
  'wrong-password',
  'name-taken',
  'wrong-old-password',
];

export function problemText(error: unknown): string {
  if (error instanceof ApiError && KNOWN.includes(error.reason)) return tt(`problem.${error.reason}`);
  if (error instanceof ApiError && error.status === 404) return t('problem.unknown-room');
  return t('problem.unknown');
}
