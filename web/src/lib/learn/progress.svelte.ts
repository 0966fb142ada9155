// The lessons that the player has finished, stored in this browser.

import { keep, kept } from '../state/storage';
import { COURSE, CHAPTERS } from './course';
import type { Chapter, Lesson } from './judge';

const NAME = 'learned';

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

class Progress {
  done = $state.raw<ReadonlySet<string>>(new Set(kept(NAME, [], isList)));
  /** Whether the browser could store the progress. */
  isKept = $state(true);

  count = $derived(COURSE.filter((lesson) => this.done.has(lesson.id)).length);
  /** The first unfinished lesson. */
  next = $derived(COURSE.find((lesson) => !this.done.has(lesson.id)) ?? COURSE[0]!);

  add(lesson: Lesson): void {
    this.done = new Set([...this.done, lesson.id]);
    this.isKept = keep(NAME, [...this.done]);
  }

  forget(): void {
    this.done = new Set();
    this.isKept = keep(NAME, []);
  }

  chapters(): readonly { chapter: Chapter; lessons: readonly Lesson[] }[] {
    return CHAPTERS.map((chapter) => ({
      chapter,
      lessons: COURSE.filter((lesson) => lesson.chapter === chapter),
    }));
  }
}

export const progress = new Progress();
