import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Line, type LineListener, type Socket } from '../net/room-socket';
import type { Ask } from '../protocol/types';
import { announcer } from './announcer.svelte';
import { Room } from './room.svelte';

interface Said {
  readonly type: string;
  readonly id: string;
  readonly ask: Ask & { readonly text: string };
}

class FakeSocket implements Socket {
  asked: Said[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    const said = JSON.parse(text) as Said;
    if (said.type === 'do') this.asked.push(said);
  }
  close(): void {
    this.onclose?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify({ now: 0, ...message }) });
  }
  /** The tiles are about to be dealt, and this is what the seats have added. */
  deal(...contributions: (string | null)[]): void {
    const deals = [{ game: 1, commitment: 'c', contributions, secret: null }];
    const view = {
      phase: 'dealing',
      seat: 0,
      version: 1,
      game: null,
      deals,
      chairs: [],
      clock: { due: null },
    };
    this.hear({ type: 'update', events: [], view });
  }
}

const rooms: Room[] = [];
afterEach(() => rooms.splice(0).forEach((room) => room.leave()));

function aRoom() {
  const socket = new FakeSocket();
  const room = new Room('r', (_, listener: LineListener) => new Line(listener, () => socket));
  rooms.push(room);
  socket.onopen?.();
  socket.hear({ type: 'welcome', protocol: 1, you: { id: 'a', name: 'Ann' } });
  return { room, socket };
}

describe('what a seat adds to the deal', () => {
  it('is said once, also when somebody else is heard before the answer', () => {
    const { room, socket } = aRoom();
    socket.deal(null, null);
    room.contribute();
    socket.deal(null, 'bob');
    room.contribute();

    expect(socket.asked).toHaveLength(1);
    expect(room.witnesses.get(1)?.contribution).toBe(socket.asked[0]!.ask.text);
  });

  it('is no broken promise when it came too late', () => {
    const { room, socket } = aRoom();
    socket.deal(null, null);
    room.contribute();
    socket.hear({ type: 'refused', id: socket.asked[0]!.id, reason: 'not-while-playing', violations: [] });

    expect(room.witnesses.get(1)).toEqual({ seat: 0, commitment: 'c' });
    expect([room.refusal, room.isBusy]).toEqual([null, false]);
  });
});

const played = { type: 'passed', seat: 1 };
const said = { type: 'said', seat: 1, name: 'Bob', person: 'b', text: 'hello', at: 5 };

function words(room: Room): string[] {
  return room.log.map((line) => (line.kind === 'said' ? line.said.text : line.event.type));
}

describe('what happened before', () => {
  beforeEach(() => sessionStorage.clear());

  it('comes back in the order in which it happened', () => {
    const { room, socket } = aRoom();
    const log = [
      { at: 4, events: [played] },
      { at: 6, events: [{ type: 'came-back', seat: 1 }] },
    ];
    socket.hear({ type: 'recent', log, said: [said] });
    expect(words(room)).toEqual(['passed', 'hello', 'came-back']);
  });

  it('is not shown twice after the line was lost', () => {
    const { room, socket } = aRoom();
    socket.hear(said);
    socket.hear({ type: 'recent', log: [], said: [said] });
    expect(words(room)).toEqual(['hello']);
  });

  it('keeps a word that came meanwhile', () => {
    const { room, socket } = aRoom();
    socket.hear({ ...said, text: 'later', at: 9 });
    socket.hear({ type: 'recent', log: [], said: [said] });
    expect(words(room)).toEqual(['hello', 'later']);
  });

  it('leaves out who is muted, also after a reload', () => {
    aRoom().room.mute('Bob');
    const { room, socket } = aRoom();
    socket.hear({ type: 'recent', log: [], said: [said] });
    expect(words(room)).toEqual([]);
  });
});

describe('an ask', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is said to be under way when the answer takes long', () => {
    const { room, socket } = aRoom();
    room.ask({ type: 'draw' });
    expect(room.isSlow).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(room.isSlow).toBe(true);
    socket.hear({ type: 'done', id: socket.asked[0]!.id, version: 2 });
    expect(room.isSlow).toBe(false);
  });
});

describe('what is said aloud', () => {
  it('is never replaced by the next thing', () => {
    announcer.say('Bob passed.');
    announcer.say('Your turn.');
    expect(announcer.polite.slice(-2).map((line) => line.text)).toEqual(['Bob passed.', 'Your turn.']);
  });
});
