// The line to a room: a WebSocket that comes back by itself. Asks that were not answered are sent again, and done once.

import { freshName } from './fresh';
import type { Ask, FromClient, FromServer } from '../protocol/types';
import { HELLO } from './hello';

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
const PING_MS = 20_000;

export class Line {
  #listener: LineListener;
  #open: () => Socket;
  #socket: Socket | null = null;
  #waiting = new Map<string, FromClient>();
  #wait = SHORTEST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  #isWelcome = false;

  constructor(listener: LineListener, open: () => Socket) {
    this.#listener = listener;
    this.#open = open;
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
    for (const event of socket.unheard?.splice(0) ?? []) socket.onmessage(event);
  };

  /** Ask the room for something; `seen` is the version that the asker looked at. Returns the name of the ask. */
  ask(ask: Ask, seen: number): string {
    const id = freshName();
    const message: FromClient = { type: 'do', id, ask, seen };
    this.#waiting.set(id, message);
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
    if (message.type === 'welcome') this.#welcome();
    if (message.type === 'done' || (message.type === 'refused' && message.id))
      this.#waiting.delete(message.id!);
    if (message.type === 'goodbye' && !message.come_back) this.#isClosed = true;
    this.#listener.heard(message);
  }

  #welcome(): void {
    this.#isWelcome = true;
    this.#wait = SHORTEST_WAIT_MS;
    this.#listener.changed('open');
    for (const message of this.#waiting.values()) this.#send(message);
    clearInterval(this.#pings);
    this.#pings = setInterval(() => this.tell({ type: 'ping', id: 'p' }), PING_MS);
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
  return new Line(listener, () => openedAhead(room) ?? (new WebSocket(address) as unknown as Socket));
}

/** The line that the page opened before any script had come (see first-paint.js), if it did; it serves once. */
function openedAhead(room: string): Socket | null {
  const socket = window.lineAhead;
  window.lineAhead = undefined;
  const isGood = socket?.room === room && socket.readyState <= WebSocket.OPEN;
  if (!isGood) socket?.close();
  return isGood ? (socket as unknown as Socket) : null;
}
