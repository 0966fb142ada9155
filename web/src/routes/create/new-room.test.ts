import { describe, expect, it } from 'vitest';
import { NewRoom } from './new-room.svelte';

describe('a new table', () => {
  it('has open chairs and no bots', () => {
    expect(new NewRoom().toRequest()).toMatchObject({ bots: [], start: false });
  });

  it('has no hints between people', () => {
    expect(new NewRoom().toRequest().hints).toBe(false);
  });

  it('has hints when all opponents are bots', () => {
    const room = new NewRoom();
    room.bots = ['novice', 'novice', 'novice', null, null];
    expect(room.toRequest()).toMatchObject({
      hints: true,
      hint_ceiling: 'steps',
      win_hints: true,
      start: true,
    });
  });

  it('has the hints that the host chose', () => {
    const room = new NewRoom();
    room.chooseHints('tiles');
    room.chooseWinHints(true);
    expect(room.toRequest()).toMatchObject({ hints: true, hint_ceiling: 'tiles', win_hints: true });
  });

  it('shows spectators no win chances between people', () => {
    expect(new NewRoom().toRequest().live_curve).toBe(false);
  });

  it('shows spectators win chances where the host wants it, but not in a rated match', () => {
    const room = new NewRoom();
    room.chooseLiveCurve(true);
    expect(room.toRequest().live_curve).toBe(true);
    room.isRated = true;
    expect(room.toRequest().live_curve).toBe(false);
  });

  it('starts with the edition that was chosen last', () => {
    new NewRoom().choose('twist');
    expect(new NewRoom().edition).toBe('twist');
  });
});
