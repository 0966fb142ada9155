// The player's unfinished matches, loaded from the server.

import { api } from '../../lib/net/api';
import type { RunningGame } from '../../lib/protocol/types';
import { session } from '../../lib/state/session.svelte';

const AGAIN_MS = 10_000;

export class Running {
  games = $state.raw<readonly RunningGame[]>([]);

  /** Load the list now, whenever the tab becomes visible, and at intervals while a match runs. */
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

  /** Reload the list. Without an answer it stays as it is. */
  async #load(): Promise<void> {
    try {
      await session.begin();
      this.games = (await api.running()).games;
    } catch {
      return;
    }
  }
}
