// Describes why a record cannot be opened, and which parts of an opened one are wrong.

import { ApiError } from '../../lib/net/api';
import type { RecordFinding, RecordProblem } from '../../lib/protocol/types';
import { problemText } from '../../lib/words/problems';
import { violationWords } from '../../lib/words/refusals';
import { t, tt } from '../../lib/words/words.svelte';

export interface ProblemWords {
  readonly what: string;
  /** The sentence of the parser, always in English. */
  readonly detail: string;
}

export function recordProblem(error: unknown): ProblemWords {
  if (!(error instanceof ApiError)) return { what: problemText(error), detail: '' };
  const problem = error.body as RecordProblem;
  switch (error.reason) {
    case 'unreadable-record':
      return {
        what: t('replay.unreadable', { line: problem.line, column: problem.column }),
        detail: problem.detail,
      };
    case 'broken-record':
      return { what: brokenWords(problem), detail: '' };
    case 'empty-record':
      return { what: t('replay.empty'), detail: '' };
    case 'too-large':
    case 'took-too-long':
      return { what: t('replay.too-large'), detail: '' };
    default:
      return { what: problemText(error), detail: '' };
  }
}

function brokenWords({ game, turn, violations }: RecordProblem): string {
  if (!turn) return t('replay.broken-game', { game });
  const why = violations.map((violation) => violationWords(violation, 'orange').what);
  return [t('replay.broken', { game, turn }), ...why].join(' ');
}

export function findingWords({ kind, game, turn }: RecordFinding): string {
  return tt(`replay.finding.${kind}`, { game, turn });
}
