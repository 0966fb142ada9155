// The course and the editions, as the rules wrote them down for this page.

import editions from '../game/editions.json';
import type { Edition } from '../protocol/types';
import type { Chapter, Lesson } from './judge';
import lessons from './lessons.json';

export const COURSE = lessons as unknown as readonly Lesson[];
export const EDITIONS = editions as unknown as readonly Edition[];
export const CHAPTERS: readonly Chapter[] = [...new Set(COURSE.map((lesson) => lesson.chapter))];

export function editionNamed(name: string): Edition {
  return EDITIONS.find((edition) => edition.name === name) ?? EDITIONS[0]!;
}
