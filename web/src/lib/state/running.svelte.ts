// The matches of this player that are not over, as the server knows them.

import { api } from '../net/api';
import type { RunningGame } from '../protocol/types';
import { session } from './session.svelte';

const AGAIN_MS = 10_000;

export class Running {
  games = $state.raw<readonly RunningGame[]>([]);

  /** Load the list now, whenever the player comes back to this tab, and from time to time while a match runs. */
  follow(): () => void {
    const look = (): void => void this.#load();
    const seen = (): void => {
      if (!document.hidden) look();
    };
    const timer = setInterval(() => this.games.length && seen(), AGAIN_MS);
    document.addEventListener('visibilitychange', seen);
    look();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  /** Without an answer the list stays as it is. */
  async #load(): Promise<void> {
    try {
      await session.begin();
      this.games = (await api.running()).games;
    } catch {
      return;
    }
  }
}
