import { describe, expect, it } from 'vitest';
import { pinched } from './pinch';

describe('two fingers', () => {
  it('apart look closer', () => expect(pinched(1, 100, 150)).toBe(1.5));
  it('together see it all again', () => expect(pinched(1.5, 150, 60)).toBe(1));
  it('go no closer than twice', () => expect(pinched(1, 50, 400)).toBe(2));
  it('at one place change nothing', () => expect(pinched(1.25, 0, 30)).toBe(1.25));
});
