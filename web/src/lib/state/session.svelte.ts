// The session with the server: a guest from the first visit on, an account after signing in.

import { api } from '../net/api';
import type { Me } from '../protocol/types';
import { settings } from './settings.svelte';

declare global {
  interface Window {
    greeting?: Promise<Response> | undefined;
  }
}

/** Return the answer to the request that first-paint.js sent, if it did. It can be taken once. */
async function greeted(): Promise<Me | null> {
  const asked = window.greeting;
  window.greeting = undefined;
  const answer = await asked?.catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Me) : null;
}

class Session {
  me = $state.raw<Me | null>(null);
  /** Whether this is a guest who has not chosen a name. */
  isNameless = $derived(this.me !== null && !this.me.has_account && settings.now.name === '');
  #begun: Promise<Me> | null = null;

  /** Start the session once. All callers share the same promise. */
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

  /** End the sessions on other devices, but not this one. */
  async changePassword(old: string, next: string): Promise<void> {
    this.me = await api.changePassword(old, next);
  }

  async deleteAccount(password: string): Promise<void> {
    await api.deleteAccount(password);
    await this.#restart();
  }

  async signOut(): Promise<void> {
    await api.signOut();
    await this.#restart();
  }

  /** Continue as a new guest. */
  async #restart(): Promise<void> {
    this.me = null;
    this.#begun = null;
    await this.begin();
  }
}

export const session = new Session();
