// Lessons are judged by the answers that the rules gave when the course was generated.

import { describe, expect, it } from 'vitest';
import { readTable } from '../game/tiles';
import { COURSE } from './course';
import { verdict } from './judge';

const lesson = (id: string) => COURSE.find((other) => other.id === id)!;

describe('a lesson', () => {
  it.each(COURSE.filter((other) => other.shown.length).map((other) => [other.id, other] as const))(
    '%s is reached by the demonstrated steps, and not before',
    (_, each) => {
      expect(verdict(each, each.shown.at(-1)!)).toBe('reached');
      expect(verdict(each, each.table)).toBe('broken');
    },
  );

  it('accepts a group in any order, but a run only in ascending order', () => {
    expect(verdict(lesson('group'), readTable('[k7 r7 b7]'))).toBe('reached');
    expect(verdict(lesson('run'), readTable('[b5 b4 b3]'))).toBe('broken');
  });

  it('recognises a legal play that is not the one asked for', () => {
    expect(verdict(lesson('keep-fourth'), readTable('[r9 b9 k9 y9]'))).toBe('legal');
  });
});
