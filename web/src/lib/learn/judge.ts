// Whether a table is right in a lesson. Every play there is was worked out by the rules themselves; here it is looked up.

import { orderOf, type Table, type Tile } from '../game/tiles';

export type Task = 'play' | 'draw' | 'overrun' | 'unfinished' | 'count';
export type Chapter = 'basics' | 'table' | 'jokers' | 'twist' | 'time' | 'score' | 'strategy';

/** One table of the course, as `python -m tilewise.learn.generate` writes it. */
export interface Lesson {
  readonly id: string;
  readonly chapter: Chapter;
  readonly task: Task;
  readonly edition: string;
  readonly has_melded: boolean;
  readonly table: Table;
  readonly rack: readonly Tile[];
  /** Tables that do what is asked, and those that are legal all the same. */
  readonly reached: readonly string[];
  readonly legal: readonly string[];
  /** Rows whose tiles may lie in any order. */
  readonly unordered: readonly string[];
  /** The way there, table by table. */
  readonly shown: readonly Table[];
  /** What is drawn, by why. */
  readonly drawn: Partial<Record<Task, readonly Tile[]>>;
  readonly racks: readonly (readonly Tile[])[];
  readonly asked: number;
  readonly choices: readonly number[];
  readonly points: number;
}

export function verdict(lesson: Lesson, table: Table): 'reached' | 'legal' | 'broken' {
  const key = keyOf(lesson, table);
  if (lesson.reached.includes(key)) return 'reached';
  return lesson.legal.includes(key) ? 'legal' : 'broken';
}

function keyOf(lesson: Lesson, table: Table): string {
  const rows = table.map((row) => {
    const alike = [...row].sort((one, other) => orderOf(one) - orderOf(other)).join(' ');
    return lesson.unordered.includes(alike) ? alike : row.join(' ');
  });
  return rows.sort(byText).join(' | ');
}

/** As the generator sorts: by code, not by language. */
function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
