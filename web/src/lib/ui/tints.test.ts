import { describe, expect, it } from 'vitest';
import { faceOf, facesOf, TINTS } from './tints';

describe('avatar tints', () => {
  it('differ at a table, whatever the names', () => {
    const names = ['Ann', 'novice', 'novice 2', 'novice 3', 'novice 4', 'Guest AB12'];
    expect(new Set(facesOf(names)).size).toBe(names.length);
  });

  it('differ for six people with the same name', () => {
    expect(new Set(facesOf(Array.from({ length: 6 }, () => 'Ann'))).size).toBe(6);
  });

  it('stay the same when another player sits down', () => {
    const names = ['Ann', 'Bob', 'Cleo'];
    expect(facesOf([...names, 'Dan']).slice(0, 3)).toEqual(facesOf(names));
  });

  it('are the preferred ones when no other player has them', () => {
    expect(facesOf(['Ann'])).toEqual([faceOf('Ann')]);
    expect(TINTS[faceOf('Ann')]).toBeDefined();
  });
});
