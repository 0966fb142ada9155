// Parts of a table that nobody needs for the first move. They come when they are asked for, or a little after the table.

import { whole } from '../words/whole';

export const later = {
  dialogs: () => import('./Dialogs.svelte'),
  /** The rules are in words that a table does without. */
  help: whole(() => import('./help/Help.svelte')),
  hints: () => import('./help/HintCard.svelte'),
  over: () => import('./end/GameOver.svelte'),
  panel: () => import('./panel/SidePanel.svelte'),
};

const SETTLED_MS = 5000;

/** Fetch all of it once the table has been there for a while: a game ends properly even if the line is gone by then. */
export function fetchLater(): () => void {
  const timer = setTimeout(() => {
    for (const part of Object.values(later)) part().catch(() => undefined);
  }, SETTLED_MS);
  return () => clearTimeout(timer);
}
