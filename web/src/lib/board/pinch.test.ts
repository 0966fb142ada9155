import { describe, expect, it } from 'vitest';
import { pinched } from './pinch';

describe('pinching', () => {
  it('zooms in when the fingers move apart', () => expect(pinched(1, 100, 150)).toBe(1.5));
  it('zooms out when the fingers move together', () => expect(pinched(1.5, 150, 60)).toBe(1));
  it('stops at double size', () => expect(pinched(1, 50, 400)).toBe(2));
  it('changes nothing when both fingers start at one point', () => expect(pinched(1.25, 0, 30)).toBe(1.25));
});
