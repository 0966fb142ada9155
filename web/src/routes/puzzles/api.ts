// The HTTP API for puzzles.

import { call } from '../../lib/net/api';
import type {
  PuzzleAsked,
  PuzzleHint,
  PuzzleOverview,
  PuzzleRun,
  PuzzleSolution,
  PuzzleVerdict,
} from '../../lib/protocol/types';
import type { Table } from '../../lib/game/tiles';

export const puzzlesApi = {
  overview: () => call<PuzzleOverview>('GET', '/puzzles'),
  daily: () => call<PuzzleAsked>('GET', '/puzzles/daily'),
  next: (query: string) => call<PuzzleAsked>('GET', `/puzzles/next${query}`),
  puzzle: (id: string) => call<PuzzleAsked>('GET', `/puzzles/${encodeURIComponent(id)}`),
  answer: (id: string, table: Table) => call<PuzzleVerdict>('POST', `/puzzles/${id}/answer`, { table }),
  hint: (id: string) => call<PuzzleHint>('POST', `/puzzles/${id}/hint`, {}),
  solution: (id: string) => call<PuzzleSolution>('POST', `/puzzles/${id}/solution`, {}),
  begin: (edition: string) => call<PuzzleRun>('POST', '/puzzles/runs', { edition }),
  answerRun: (run: string, puzzle: string, table: Table | null) =>
    call<PuzzleRun>('POST', `/puzzles/runs/${encodeURIComponent(run)}`, { puzzle, table }),
};
