// Ways to a table: against bots at once, with other players who are searching, or a new table.

import { api, ApiError } from '../net/api';
import type { OpenRoom, RoomLinks, RoomView } from '../protocol/types';
import { problemText } from '../words/problems';
import { preferredEdition } from '../state/edition';
import { router } from '../state/router.svelte';
import { CHAPTERS, type Setting } from '../rules/rulebook.svelte';
import { session } from '../state/session.svelte';

class RoomFinder {
  isBusy = $state(false);
  problem = $state('');

  /** Start a single game against two bots. */
  playNow(): Promise<void> {
    return this.open({
      edition: preferredEdition(),
      rules: { games_per_round: 1 },
      chairs: 3,
      bots: ['novice', 'novice'],
      start: true,
      time: { type: 'none' },
    });
  }

  /** Search for players. A player who already waits in a room may be moved to a group that formed earlier. */
  quick(room: string | null = null, name = ''): Promise<void> {
    return this.#try(async () => {
      if (name.trim()) await session.rename(name.trim());
      return (await api.quick(preferredEdition(), room)).path;
    });
  }

  /** Open a table, under a name if one is given. */
  open(room: Partial<OpenRoom>, name = ''): Promise<void> {
    return this.#try(async () => {
      if (name.trim()) await session.rename(name.trim());
      return (await api.open(room)).path;
    });
  }

  /** Open a table with the same rules and the same bots, and start it. */
  again({ config, chairs }: RoomView): Promise<void> {
    const { edition } = config;
    const rules = Object.values(CHAPTERS)
      .flat()
      .map((name) => [name, edition[name as keyof typeof edition] as Setting]);
    return this.open({
      edition: edition.name,
      rules: Object.fromEntries(rules) as Record<string, Setting>,
      chairs: config.chairs,
      time: config.time,
      hints: config.hints,
      hint_ceiling: config.hint_ceiling,
      win_hints: config.win_hints,
      live_curve: config.live_curve,
      watching: config.watching,
      bots: chairs.flatMap(({ person, bot }) => (person === null && bot ? [bot] : [])),
      start: true,
    });
  }

  /** Go to a table created by another request. */
  from(make: () => Promise<RoomLinks>): Promise<void> {
    return this.#try(async () => (await make()).path);
  }

  /** Sit down at the table with this code if a chair is free, or else watch. */
  join(code: string, name = ''): Promise<void> {
    return this.#try(async () => {
      const { room, path } = await api.byCode(code.trim().toUpperCase());
      await this.#sit(room, name).catch(onlyIfNameIsBad);
      return path;
    });
  }

  /** Sit down at a table, under a name if one is given. */
  sit(room: string, name = ''): Promise<void> {
    return this.#try(async () => (await this.#sit(room, name)).path);
  }

  async #sit(room: string, name: string): Promise<RoomLinks> {
    if (name.trim()) await session.rename(name.trim());
    return api.sit(room);
  }

  async #try(find: () => Promise<string>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = '';
    try {
      await session.begin();
      const path = await find();
      if (path !== router.path) router.go(path);
    } catch (error) {
      this.problem = problemText(error);
    } finally {
      this.isBusy = false;
    }
  }
}

/** Rethrow only a bad or taken name: the page of a full or running table explains itself. */
function onlyIfNameIsBad(error: unknown): void {
  if (error instanceof ApiError && ['bad-name', 'name-taken'].includes(error.reason)) throw error;
}

export const roomFinder = new RoomFinder();
