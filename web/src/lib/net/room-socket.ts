// The connection to a room: a WebSocket that detects a dead connection and reconnects. Unanswered requests
// are sent again with the same id, which the server applies once. Turns are resent even after a reload.

import { freshName } from './fresh';
import type { Ask, FromClient, FromServer } from '../protocol/types';
import { HELLO } from './hello';
import { isTurn, outboxOf, type Outbox } from './outbox';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed';

export interface RoomListener {
  receive(message: FromServer): void;
  connectionChanged(state: ConnectionState): void;
}

/** The part of the WebSocket interface that we use. Tests provide their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  /** Messages that arrived on a socket opened early, before a listener was attached. */
  backlog?: { data: unknown }[];
}

declare global {
  interface Window {
    earlySocket?: (WebSocket & { room: string }) | undefined;
  }
}

const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const HEARTBEAT_MS = 5000;
/** The connection counts as dead after this many unanswered pings. */
const SILENT_PINGS = 2;

export class RoomSocket {
  #listener: RoomListener;
  #open: () => Socket;
  #outbox: Outbox | null;
  #socket: Socket | null = null;
  #waiting = new Map<string, FromClient>();
  #wait = SHORTEST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  #isWelcome = false;
  /** Pings sent since the last message arrived. */
  #silent = 0;

  constructor(listener: RoomListener, open: () => Socket, outbox: Outbox | null = null) {
    this.#listener = listener;
    this.#open = open;
    this.#outbox = outbox;
    for (const turn of outbox?.read() ?? []) this.#waiting.set(turn.id, turn);
  }

  /** The id of the latest unanswered request. */
  get waiting(): string | null {
    return [...this.#waiting.keys()].at(-1) ?? null;
  }

  connect = (): void => {
    if (this.#isClosed || this.#socket) return;
    clearTimeout(this.#timer);
    const socket = this.#open();
    this.#socket = socket;
    this.#listener.connectionChanged('connecting');
    socket.onopen = () => this.#send(HELLO);
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.#lost();
    this.#beat(HEARTBEAT_MS);
    for (const event of socket.backlog?.splice(0) ?? []) socket.onmessage(event);
  };

  /**
   * Send a request to the room. `seen` is the version of the view it is based on. Returns the id of the
   * request.
   */
  ask(ask: Ask, seen: number): string {
    const id = freshName();
    const message: FromClient = { type: 'do', id, ask, seen };
    this.#waiting.set(id, message);
    this.#keep();
    if (this.#isWelcome) this.#send(message);
    return id;
  }

  /** Send a message that may get lost, such as a draft or chat. */
  send(message: FromClient): void {
    if (this.#isWelcome) this.#send(message);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    this.#socket?.close();
    this.#listener.connectionChanged('closed');
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: FromServer): void {
    this.#silent = 0;
    if (message.type === 'welcome') this.#welcome(message.heartbeat);
    if (message.type === 'done' || (message.type === 'refused' && message.id)) {
      this.#waiting.delete(message.id!);
      this.#keep();
    }
    if (message.type === 'goodbye' && !message.come_back) this.#isClosed = true;
    this.#listener.receive(message);
  }

  #keep(): void {
    this.#outbox?.write([...this.#waiting.values()].filter(isTurn));
  }

  #welcome(heartbeat?: number): void {
    this.#isWelcome = true;
    this.#wait = SHORTEST_WAIT_MS;
    this.#listener.connectionChanged('open');
    for (const message of this.#waiting.values()) this.#send(message);
    if (heartbeat) this.#beat(heartbeat * 1000);
  }

  /**
   * Ping at an interval. Counts pings, not seconds: browsers throttle timers in background tabs, and a busy
   * page may not have read its messages yet.
   */
  #beat(every: number): void {
    this.#silent = 0;
    clearInterval(this.#pings);
    this.#pings = setInterval(() => {
      if (this.#silent >= SILENT_PINGS) return this.#giveUp();
      this.#silent += 1;
      this.send({ type: 'ping', id: 'p' });
    }, every);
  }

  /** Abandon a silent socket without waiting for its close event. */
  #giveUp(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost();
  }

  #lost(): void {
    this.#socket = null;
    this.#isWelcome = false;
    clearInterval(this.#pings);
    if (this.#isClosed) return this.#listener.connectionChanged('closed');
    this.#listener.connectionChanged('lost');
    this.#timer = setTimeout(this.connect, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.8);
  }
}

/** Return a connection to a room on the server that served this page. */
export function connectTo(room: string, listener: RoomListener): RoomSocket {
  const address = `${location.origin.replace(/^http/, 'ws')}/api/rooms/${encodeURIComponent(room)}/play`;
  const open = (): Socket => takeEarlySocket(room) ?? (new WebSocket(address) as unknown as Socket);
  return new RoomSocket(listener, open, outboxOf(room));
}

/** Return the socket that first-paint.js opened, if it did and is usable. It can be taken once. */
function takeEarlySocket(room: string): Socket | null {
  const socket = window.earlySocket;
  window.earlySocket = undefined;
  const isGood = socket?.room === room && socket.readyState <= WebSocket.OPEN;
  if (!isGood) socket?.close();
  return isGood ? (socket as unknown as Socket) : null;
}
