import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromServer } from '../protocol/types';
import { RoomSocket, type ConnectionState, type Socket } from './room-socket';
import { outboxOf, type Outbox } from './outbox';

class FakeSocket implements Socket {
  sent: { type: string; id?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.onclose?.();
  }
  deliver(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.onopen?.();
    this.deliver({ type: 'welcome', protocol: 1, you: { id: 'a', name: 'Ann' }, now: 0 });
  }
}

function open(outbox: Outbox | null = null) {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const heard: FromServer[] = [];
  const listener = {
    receive: (message: FromServer) => heard.push(message),
    connectionChanged: (state: ConnectionState) => states.push(state),
  };
  const connection = new RoomSocket(
    listener,
    () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    outbox,
  );
  connection.connect();
  return { connection, sockets, states, heard };
}

describe('the connection to a room', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends hello first', () => {
    const { sockets } = open();
    sockets[0]!.onopen!();
    expect(sockets[0]!.sent).toEqual([{ type: 'hello', protocols: [1] }]);
  });

  it('receives messages that arrived on a socket opened early', () => {
    const ahead = new FakeSocket();
    const welcome = { type: 'welcome', protocol: 1, you: { id: 'a', name: 'Ann' }, now: 0 };
    const heard: FromServer[] = [];
    const connection = new RoomSocket(
      { receive: (message) => heard.push(message), connectionChanged: () => undefined },
      () => Object.assign(ahead, { backlog: [{ data: JSON.stringify(welcome) }] }),
    );
    connection.connect();
    connection.send({ type: 'ping', id: 'p' });
    expect(heard).toEqual([welcome]);
    expect(ahead.sent).toEqual([{ type: 'ping', id: 'p' }]);
  });

  it('reconnects by itself and resends unanswered requests', () => {
    const { connection, sockets, states } = open();
    sockets[0]!.welcome();
    const id = connection.ask({ type: 'draw' }, 7);
    sockets[0]!.close();
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(1000);
    sockets[1]!.welcome();
    expect(sockets[1]!.sent.at(-1)).toEqual({ type: 'do', id, ask: { type: 'draw' }, seen: 7 });
  });

  it('forgets a request once it is answered', () => {
    const { connection, sockets } = open();
    sockets[0]!.welcome();
    const id = connection.ask({ type: 'draw' }, 7);
    sockets[0]!.deliver({ type: 'done', id, version: 8 });
    sockets[0]!.close();
    vi.advanceTimersByTime(1000);
    sockets[1]!.welcome();
    expect(sockets[1]!.sent.map((message) => message.type)).toEqual(['hello']);
  });

  it('detects a silent server, reconnects and resends requests', () => {
    const { connection, sockets, states } = open();
    sockets[0]!.welcome();
    const id = connection.ask({ type: 'draw' }, 7);
    vi.advanceTimersByTime(15_000);
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(1000);
    sockets[1]!.welcome();
    expect(sockets[1]!.sent.at(-1)).toEqual({ type: 'do', id, ask: { type: 'draw' }, seen: 7 });
  });

  it('stays open while messages arrive', () => {
    const { sockets, states } = open();
    sockets[0]!.welcome();
    for (let beat = 0; beat < 10; beat += 1) {
      vi.advanceTimersByTime(5000);
      sockets[0]!.deliver({ type: 'pong', id: 'p', now: beat });
    }
    expect([states.at(-1), sockets.length]).toEqual(['open', 1]);
  });

  it('ignores messages from an abandoned socket', () => {
    const { sockets, heard } = open();
    sockets[0]!.welcome();
    const known = heard.length;
    vi.advanceTimersByTime(15_000);
    sockets[0]!.deliver({ type: 'pong', id: 'p', now: 1 });
    expect(heard).toHaveLength(known);
  });

  it('uses the heartbeat interval that the server asks for', () => {
    const { sockets } = open();
    sockets[0]!.onopen!();
    sockets[0]!.deliver({
      type: 'welcome',
      protocol: 1,
      you: { id: 'a', name: 'Ann' },
      now: 0,
      heartbeat: 1,
    });
    vi.advanceTimersByTime(2000);
    expect(sockets[0]!.sent.filter((message) => message.type === 'ping')).toHaveLength(2);
  });

  it('does not reconnect when the server says so', () => {
    const { sockets, states } = open();
    sockets[0]!.welcome();
    sockets[0]!.deliver({ type: 'goodbye', why: 'not-for-you', come_back: false });
    sockets[0]!.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe('closed');
  });

  it('resends an unanswered turn after a reload', () => {
    const before = open(outboxOf('r'));
    before.sockets[0]!.welcome();
    const id = before.connection.ask({ type: 'draw' }, 7);

    const after = open(outboxOf('r'));
    after.sockets[0]!.welcome();

    expect(after.connection.waiting).toBe(id);
    expect(after.sockets[0]!.sent.at(-1)).toEqual({ type: 'do', id, ask: { type: 'draw' }, seen: 7 });
    after.sockets[0]!.deliver({ type: 'done', id, version: 8 });
    expect(outboxOf('r').read()).toEqual([]);
  });

  it('forgets everything but turns on a reload', () => {
    open(outboxOf('r')).connection.ask({ type: 'leave' }, 7);

    expect(open(outboxOf('r')).connection.waiting).toBeNull();
  });
});
