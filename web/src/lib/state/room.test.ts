import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RoomSocket, type RoomListener, type Socket } from '../net/room-socket';
import { hashOf } from '../game/sha256';
import type { Ask } from '../protocol/types';
import { announcer } from './announcer.svelte';
import { Room } from './room.svelte';

interface Said {
  readonly type: string;
  readonly id: string;
  readonly ask: Ask & { readonly text: string; readonly hash: string };
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
  /** A room about to deal, with these hashes of the seats. */
  deal(hashes: (string | null)[], { is_closed = false, commitment = 'c' } = {}): void {
    const contributions = hashes.map(() => null);
    const deals = [{ game: 1, commitment, contributions, secret: null, hashes, is_closed }];
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
  const room = new Room('r', (_, listener: RoomListener) => new RoomSocket(listener, () => socket));
  rooms.push(room);
  socket.onopen?.();
  socket.hear({ type: 'welcome', protocol: 1, you: { id: 'a', name: 'Ann' } });
  return { room, socket };
}

describe('a contribution to the deal', () => {
  beforeEach(() => localStorage.clear());

  it('is committed to once, even when another update arrives before the answer', () => {
    const { room, socket } = aRoom();
    socket.deal([null, null]);
    room.contribute();
    socket.deal([null, 'bob']);
    room.contribute();

    const { contribution } = room.witnessOf(1)!;
    expect(socket.asked.map(({ ask }) => ask)).toEqual([{ type: 'commit', hash: hashOf(contribution!) }]);
  });

  it('is revealed once, when all hashes are in', () => {
    const { room, socket } = aRoom();
    socket.deal([null, null]);
    room.contribute();
    const { hash } = socket.asked[0]!.ask;
    socket.deal([hash, null]);
    expect(socket.asked).toHaveLength(1);
    socket.deal([hash, 'bob'], { is_closed: true });
    socket.deal([hash, 'bob'], { is_closed: true });

    expect(socket.asked.slice(1).map(({ ask }) => [ask.type, hashOf(ask.text)])).toEqual([
      ['contribute', hash],
    ]);
    expect(room.witnessOf(1)?.hashes).toEqual([hash, 'bob']);
  });

  it('is revealed after a reload', () => {
    const { room, socket } = aRoom();
    socket.deal([null, null]);
    room.contribute();
    const { hash } = socket.asked[0]!.ask;
    const again = aRoom();
    again.socket.deal([hash, 'bob'], { is_closed: true });

    expect(hashOf(again.socket.asked[0]!.ask.text)).toBe(hash);
  });

  it('is the same in two tabs', () => {
    const tabs = [aRoom(), aRoom()];
    tabs.forEach(({ socket }) => socket.deal([null, null]));
    tabs.forEach(({ room }) => room.contribute());

    const [one, other] = tabs.map(({ socket }) => socket.asked[0]!.ask.hash);
    expect(one).toBe(other);
  });

  it('is not revealed for a hash that is not mine', () => {
    const { room, socket } = aRoom();
    socket.deal([null, null]);
    room.contribute();
    socket.deal([hashOf('another'), 'bob'], { is_closed: true });

    expect(socket.asked).toHaveLength(1);
  });

  it('keeps the commitment and the hashes that were seen first', () => {
    const { room, socket } = aRoom();
    socket.deal([null, null]);
    room.contribute();
    const { hash } = socket.asked[0]!.ask;
    socket.deal([hash, 'bob'], { is_closed: true });
    socket.deal([hash, 'eve'], { is_closed: true, commitment: 'd' });

    expect(room.witnessOf(1)).toMatchObject({ commitment: 'c', hashes: [hash, 'bob'] });
  });

  it('breaks no commitment when it came too late', () => {
    const { room, socket } = aRoom();
    socket.deal([null, null]);
    room.contribute();
    socket.hear({ type: 'refused', id: socket.asked[0]!.id, reason: 'not-while-playing', violations: [] });

    expect(room.witnessOf(1)).toEqual({ seat: 0, commitment: 'c' });
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

  it('counts new messages of others as unread, but none that a reload restores', () => {
    const { room, socket } = aRoom();
    socket.hear({ type: 'recent', log: [], said: [said] });
    socket.hear({ ...said, text: 'later', at: 9 });
    socket.hear({ ...said, seat: room.seat, name: 'Ann', at: 10 });
    expect(room.unread).toBe(1);
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
