// One sheet on several phones: the phone that keeps it shares it under a code, and the others follow.

import { api } from '../../lib/net/api';
import type { Sheet, SharedSheet } from '../../lib/protocol/types';
import { keep, kept } from '../../lib/state/storage';
import { problemText } from '../../lib/words/problems';
import { isSheet } from './readable';

const NAME = 'companion-share';
const RETRY_MS = 2000;
const TICK_MS = 200;

function isShared(value: unknown): value is SharedSheet {
  const shared = value as Partial<SharedSheet> | null;
  return typeof shared?.code === 'string' && typeof shared.key === 'string';
}

/** The phone that keeps the sheet. Its copy is authoritative; the server only forwards it. */
export class Sharing {
  #shared = $state.raw<SharedSheet | null>(kept<SharedSheet | null>(NAME, null, isShared));
  problem = $state('');
  #next: Sheet | null = null;
  #isPassing = false;
  code = $derived(this.#shared?.code ?? '');

  async begin(sheet: Sheet): Promise<void> {
    await this.#try(async () => this.#keep(await api.shareSheet(sheet)));
  }

  /** Send the sheet. Requests run one at a time, so that an older sheet cannot overwrite a newer one. */
  async pass(sheet: Sheet): Promise<void> {
    this.#next = sheet;
    if (this.#isPassing) return;
    this.#isPassing = true;
    for (let next = this.#taken(); next && this.#shared; next = this.#taken()) {
      const { code, key } = this.#shared;
      const now = next;
      await this.#try(() => api.updateSheet(code, { key, sheet: now }));
    }
    this.#isPassing = false;
  }

  #taken(): Sheet | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }

  /** Stop sharing. Followers keep the last sheet they received. */
  stop(): void {
    this.problem = '';
    this.#keep(null);
  }

  #keep(shared: SharedSheet | null): void {
    this.#shared = shared;
    keep(NAME, shared);
  }

  async #try(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
      this.problem = '';
    } catch (error) {
      this.problem = problemText(error);
    }
  }
}

/** A phone that follows a sheet. */
export class Following {
  sheet = $state.raw<Sheet | null>(null);
  state = $state<'connecting' | 'live' | 'lost' | 'unknown'>('connecting');
  /** The time left in the turn, in milliseconds. */
  left = $state(0);
  #due = 0;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticking: ReturnType<typeof setInterval>;
  #code: string;

  constructor(code: string) {
    this.#code = code;
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#open();
  }

  leave(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#ticking);
    if (this.#socket) this.#socket.onclose = null;
    this.#socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new WebSocket(
      `${scheme}://${location.host}/api/sheets/${encodeURIComponent(this.#code)}/live`,
    );
    this.#socket.onmessage = (event) => this.#heard(String(event.data));
    this.#socket.onclose = (event) => this.#closed(event.code);
  }

  #heard(text: string): void {
    const sheet: unknown = JSON.parse(text);
    if (!isSheet(sheet)) return;
    this.sheet = sheet;
    this.state = 'live';
    this.left = (sheet.timer?.left ?? 0) * 1000;
    this.#due = Date.now() + this.left;
  }

  #tick(): void {
    if (this.sheet?.timer?.is_running) this.left = this.#due - Date.now();
  }

  /**
   * Reconnect, unless the code is unknown. A follower that has seen the sheet keeps trying: a restarted
   * server receives it with the next change.
   */
  #closed(code: number): void {
    this.state = code === 4404 && !this.sheet ? 'unknown' : 'lost';
    if (this.state === 'lost') this.#timer = setTimeout(() => this.#open(), RETRY_MS);
  }
}
