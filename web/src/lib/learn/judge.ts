// Judges the table of a lesson. The generator has listed every possible play; this module looks the table up.

import { orderOf, type Table, type Tile } from '../game/tiles';

export type Task = 'play' | 'draw' | 'overrun' | 'unfinished' | 'count' | 'choose';
export type Chapter = 'basics' | 'table' | 'jokers' | 'twist' | 'time' | 'score' | 'strategy' | 'winning';

/** One lesson of the course, as `python -m tilewise.learn.generate` writes it. */
export interface Lesson {
  readonly id: string;
  readonly chapter: Chapter;
  readonly task: Task;
  readonly edition: string;
  readonly has_melded: boolean;
  readonly table: Table;
  readonly rack: readonly Tile[];
  /** Tables that solve the task, and tables that are legal but do not. */
  readonly reached: readonly string[];
  readonly legal: readonly string[];
  /** Rows whose tiles may be in any order. */
  readonly unordered: readonly string[];
  /** The tables of the demonstration, step by step. */
  readonly shown: readonly Table[];
  /** The tiles that are drawn in each situation. */
  readonly drawn: Partial<Record<Task, readonly Tile[]>>;
  readonly racks: readonly (readonly Tile[])[];
  readonly asked: number;
  readonly choices: readonly number[];
  readonly points: number;
  readonly others: readonly { readonly tiles: number; readonly holds: boolean }[];
  readonly pool: number;
  /** The actions to choose from: the table after a play, null to wait. */
  readonly options: readonly { readonly table: Table | null; readonly laid: readonly Tile[] }[];
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

/** Compare by code unit, as the generator does. */
function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
