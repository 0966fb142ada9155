// The line to a room: a WebSocket that notices when it is dead and comes back by itself. Asks that were not answered are
// sent again under the same id, and done once; a turn even after a reload of the page.

import { freshName } from './fresh';
import type { Ask, FromClient, FromServer } from '../protocol/types';
import { HELLO } from './hello';
import { isTurn, outboxOf, type Outbox } from './outbox';

export type LineState = 'connecting' | 'open' | 'lost' | 'closed';

export interface LineListener {
  heard(message: FromServer): void;
  changed(state: LineState): void;
}

/** The little of a WebSocket that we use; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  /** What was said on a line that was opened ahead, before anybody listened. */
  unheard?: { data: unknown }[];
}

declare global {
  interface Window {
    lineAhead?: (WebSocket & { room: string }) | undefined;
  }
}

const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const HEARTBEAT_MS = 5000;
/** So many pings may go unanswered; after that the line is dead, though nobody has closed it. */
const SILENT_PINGS = 2;

export class Line {
  #listener: LineListener;
  #open: () => Socket;
  #outbox: Outbox | null;
  #socket: Socket | null = null;
  #waiting = new Map<string, FromClient>();
  #wait = SHORTEST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  #isWelcome = false;
  /** Pings since something was heard. */
  #silent = 0;

  constructor(listener: LineListener, open: () => Socket, outbox: Outbox | null = null) {
    this.#listener = listener;
    this.#open = open;
    this.#outbox = outbox;
    for (const turn of outbox?.read() ?? []) this.#waiting.set(turn.id, turn);
  }

  /** The name of the last ask that waits for an answer. */
  get waiting(): string | null {
    return [...this.#waiting.keys()].at(-1) ?? null;
  }

  connect = (): void => {
    if (this.#isClosed || this.#socket) return;
    clearTimeout(this.#timer);
    const socket = this.#open();
    this.#socket = socket;
    this.#listener.changed('connecting');
    socket.onopen = () => this.#send(HELLO);
    socket.onmessage = (event) => this.#heard(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.#lost();
    this.#beat(HEARTBEAT_MS);
    for (const event of socket.unheard?.splice(0) ?? []) socket.onmessage(event);
  };

  /** Ask the room for something; `seen` is the version that the asker looked at. Returns the name of the ask. */
  ask(ask: Ask, seen: number): string {
    const id = freshName();
    const message: FromClient = { type: 'do', id, ask, seen };
    this.#waiting.set(id, message);
    this.#keep();
    if (this.#isWelcome) this.#send(message);
    return id;
  }

  /** Say something that need not arrive: a draft, chat. */
  tell(message: FromClient): void {
    if (this.#isWelcome) this.#send(message);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    this.#socket?.close();
    this.#listener.changed('closed');
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #heard(message: FromServer): void {
    this.#silent = 0;
    if (message.type === 'welcome') this.#welcome(message.heartbeat);
    if (message.type === 'done' || (message.type === 'refused' && message.id)) {
      this.#waiting.delete(message.id!);
      this.#keep();
    }
    if (message.type === 'goodbye' && !message.come_back) this.#isClosed = true;
    this.#listener.heard(message);
  }

  #keep(): void {
    this.#outbox?.write([...this.#waiting.values()].filter(isTurn));
  }

  #welcome(heartbeat?: number): void {
    this.#isWelcome = true;
    this.#wait = SHORTEST_WAIT_MS;
    this.#listener.changed('open');
    for (const message of this.#waiting.values()) this.#send(message);
    if (heartbeat) this.#beat(heartbeat * 1000);
  }

  /**
   * Ask for a sign of life again and again. Counts pings, not seconds: a tab in the background is woken rarely, and a
   * page that was busy has not read yet what has come.
   */
  #beat(every: number): void {
    this.#silent = 0;
    clearInterval(this.#pings);
    this.#pings = setInterval(() => {
      if (this.#silent >= SILENT_PINGS) return this.#giveUp();
      this.#silent += 1;
      this.tell({ type: 'ping', id: 'p' });
    }, every);
  }

  /** Nobody answers: let go of the socket without waiting for its good-bye, which cannot come. */
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
    if (this.#isClosed) return this.#listener.changed('closed');
    this.#listener.changed('lost');
    this.#timer = setTimeout(this.connect, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.8);
  }
}

/** A line to a room of the server that this page came from. */
export function lineTo(room: string, listener: LineListener): Line {
  const address = `${location.origin.replace(/^http/, 'ws')}/api/rooms/${encodeURIComponent(room)}/play`;
  const open = (): Socket => openedAhead(room) ?? (new WebSocket(address) as unknown as Socket);
  return new Line(listener, open, outboxOf(room));
}

/** The line that the page opened before any script had come (see first-paint.js), if it did; it serves once. */
function openedAhead(room: string): Socket | null {
  const socket = window.lineAhead;
  window.lineAhead = undefined;
  const isGood = socket?.room === room && socket.readyState <= WebSocket.OPEN;
  if (!isGood) socket?.close();
  return isGood ? (socket as unknown as Socket) : null;
}
