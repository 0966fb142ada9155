// The win chances in a game that I watch. The server computes them when someone asks, and skips turns under load.

import { api } from '../net/api';
import type { CurvePoint } from '../protocol/types';
import type { Room } from './room.svelte';

/** How often to look for a new turn, and how long to wait after an answer without the current turn. */
const LOOK_MS = 1000;
const AGAIN_MS = 4000;

export class LiveCurve {
  points = $state.raw<readonly CurvePoint[]>([]);

  #room: Room;
  /** The version of the room that the points belong to. */
  #version = -1;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Follow the game until the returned function is called. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async (): Promise<void> => {
      const isCurrent = this.#room.view!.version === this.#version || (await this.#ask());
      if (!isOver) timer = setTimeout(() => void look(), isCurrent ? LOOK_MS : AGAIN_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  /** Ask for the points; return whether the current turn is among them. */
  async #ask(): Promise<boolean> {
    const { version, game } = this.#room.view!;
    try {
      this.points = (await api.curve(this.#room.id)).points;
    } catch {
      return false; // busy, between two games, or without a connection
    }
    const isCurrent = (this.points.at(-1)?.turn ?? -1) >= (game?.turn ?? 0);
    if (isCurrent) this.#version = version;
    return isCurrent;
  }
}
