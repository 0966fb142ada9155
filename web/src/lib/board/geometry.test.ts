import { describe, expect, it } from 'vitest';
import { indexAt, nearest, neighbour, readingOrder, type Rect } from './geometry';

const rect = (left: number, top: number): Rect => ({ left, top, width: 40, height: 54 });

/** Two rows: three cells, and two below them. */
const CELLS = [rect(0, 0), rect(50, 2), rect(100, 0), rect(20, 80), rect(90, 80)];

describe('pointer targets', () => {
  it('finds the position between two tiles', () => {
    expect(indexAt(CELLS.slice(0, 3), 10)).toBe(0);
    expect(indexAt(CELLS.slice(0, 3), 60)).toBe(1);
    expect(indexAt(CELLS.slice(0, 3), 500)).toBe(3);
  });

  it('snaps to the nearest rectangle within reach', () => {
    expect(nearest(CELLS, { x: 148, y: 20 }, 30)).toBe(2);
    expect(nearest(CELLS, { x: 400, y: 20 }, 30)).toBe(-1);
  });
});

describe('arrow keys', () => {
  it('continue in the next row at the end of a row', () => {
    expect(neighbour(CELLS, 2, 'right')).toBe(3);
    expect(neighbour(CELLS, 3, 'left')).toBe(2);
    expect(neighbour(CELLS, 4, 'right')).toBe(4);
  });

  it('move up and down to the nearest cell', () => {
    expect(neighbour(CELLS, 2, 'down')).toBe(4);
    expect(neighbour(CELLS, 3, 'up')).toBe(0);
    expect(neighbour(CELLS, 0, 'up')).toBe(0);
  });

  it('follow reading order from the top row down', () => {
    expect(readingOrder([CELLS[3]!, CELLS[1]!, CELLS[0]!])).toEqual([2, 1, 0]);
  });
});
