// One sheet on several phones: whoever keeps it shares it under a code, the others follow.

import { api } from '../net/api';
import type { Sheet } from '../protocol/types';
import { problemText } from '../state/openings.svelte';
import { isSheet } from './sheet.svelte';

const RETRY_MS = 2000;

/** The phone that keeps the sheet. What it has is the truth; the server only passes it on. */
export class Sharing {
  code = $state('');
  problem = $state('');
  #key = '';

  async begin(sheet: Sheet): Promise<void> {
    this.problem = '';
    try {
      const shared = await api.shareSheet(sheet);
      [this.code, this.#key] = [shared.code, shared.key];
    } catch (error) {
      this.problem = problemText(error);
    }
  }

  async pass(sheet: Sheet): Promise<void> {
    if (!this.code) return;
    try {
      await api.passSheet(this.code, { key: this.#key, sheet });
      this.problem = '';
    } catch (error) {
      this.problem = problemText(error);
    }
  }
}

/** A phone that looks on. */
export class Following {
  sheet = $state.raw<Sheet | null>(null);
  state = $state<'connecting' | 'live' | 'lost' | 'unknown'>('connecting');
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #code: string;

  constructor(code: string) {
    this.#code = code;
    this.#open();
  }

  leave(): void {
    clearTimeout(this.#timer);
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
  }

  #closed(code: number): void {
    if (code === 4404) {
      this.state = 'unknown';
      return;
    }
    this.state = 'lost';
    this.#timer = setTimeout(() => this.#open(), RETRY_MS);
  }
}
