// Who I am to the server: a guest from the first visit on, an account when one signs in.

import { api } from '../net/api';
import type { Me } from '../protocol/types';
import { settings } from './settings.svelte';

declare global {
  interface Window {
    greeting?: Promise<Response> | undefined;
  }
}

/** The answer that the page sent for before any script had come (see first-paint.js), if it did; it serves once. */
async function greeted(): Promise<Me | null> {
  const asked = window.greeting;
  window.greeting = undefined;
  const answer = await asked?.catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Me) : null;
}

class Session {
  me = $state.raw<Me | null>(null);
  /** Whether this is a guest who has not said what to be called. */
  isNameless = $derived(this.me !== null && !this.me.has_account && settings.now.name === '');
  #begun: Promise<Me> | null = null;

  /** A session is begun once; everybody who needs one waits for the same. */
  begin(): Promise<Me> {
    this.#begun ??= this.#start();
    return this.#begun;
  }

  async #start(): Promise<Me> {
    try {
      let me = (await greeted()) ?? (await api.session());
      if (settings.now.name && settings.now.name !== me.name && !me.has_account)
        me = await api.rename(settings.now.name);
      this.me = me;
      return me;
    } catch (error) {
      this.#begun = null;
      throw error;
    }
  }

  async rename(name: string): Promise<void> {
    await this.begin();
    this.me = await api.rename(name);
    settings.set('name', this.me.name);
  }

  async signIn(name: string, password: string, isNew: boolean): Promise<Me> {
    await this.begin();
    const me = await (isNew ? api.signUp(name, password) : api.signIn(name, password));
    this.me = me;
    return me;
  }

  /** Sessions on other devices end; this one goes on. */
  async changePassword(old: string, next: string): Promise<void> {
    this.me = await api.changePassword(old, next);
  }

  async signOut(): Promise<void> {
    await api.signOut();
    this.me = null;
    this.#begun = null;
    await this.begin();
  }
}

export const session = new Session();
