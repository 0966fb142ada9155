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
  /** A room about to deal, with these contributions of the seats. */
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

describe('a contribution to the deal', () => {
  it('is sent once, even when another update arrives before the answer', () => {
    const { room, socket } = aRoom();
    socket.deal(null, null);
    room.contribute();
    socket.deal(null, 'bob');
    room.contribute();

    expect(socket.asked).toHaveLength(1);
    expect(room.witnesses.get(1)?.contribution).toBe(socket.asked[0]!.ask.text);
  });

  it('breaks no commitment when it came too late', () => {
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

describe('the log', () => {
  beforeEach(() => sessionStorage.clear());

  it('is restored in the order of events', () => {
    const { room, socket } = aRoom();
    const log = [
      { at: 4, events: [played] },
      { at: 6, events: [{ type: 'came-back', seat: 1 }] },
    ];
    socket.hear({ type: 'recent', log, said: [said] });
    expect(words(room)).toEqual(['passed', 'hello', 'came-back']);
  });

  it('has no duplicates after a reconnection', () => {
    const { room, socket } = aRoom();
    socket.hear(said);
    socket.hear({ type: 'recent', log: [], said: [said] });
    expect(words(room)).toEqual(['hello']);
  });

  it('keeps a message that arrived in the meantime', () => {
    const { room, socket } = aRoom();
    socket.hear({ ...said, text: 'later', at: 9 });
    socket.hear({ type: 'recent', log: [], said: [said] });
    expect(words(room)).toEqual(['hello', 'later']);
  });

  it('leaves out muted players, also after a reload', () => {
    aRoom().room.mute('Bob');
    const { room, socket } = aRoom();
    socket.hear({ type: 'recent', log: [], said: [said] });
    expect(words(room)).toEqual([]);
  });
});

describe('a request', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is shown as slow when the answer takes long', () => {
    const { room, socket } = aRoom();
    room.ask({ type: 'draw' });
    expect(room.isSlow).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(room.isSlow).toBe(true);
    socket.hear({ type: 'done', id: socket.asked[0]!.id, version: 2 });
    expect(room.isSlow).toBe(false);
  });
});

describe('announcements', () => {
  it('are never replaced by the next one', () => {
    announcer.say('Bob passed.');
    announcer.say('Your turn.');
    expect(announcer.polite.slice(-2).map((line) => line.text)).toEqual(['Bob passed.', 'Your turn.']);
  });
});
