// Parts of a table that the first move does not need. They are loaded on demand, or shortly after the table.

import { whole } from '../words/whole';

export const later = {
  /** The words of the curve are those of a review. */
  curve: whole(() => import('./LiveCurve.svelte')),
  dialogs: () => import('./Dialogs.svelte'),
  /** The rules need words that a table does not load. */
  help: whole(() => import('./help/Help.svelte')),
  hints: () => import('./help/HintCard.svelte'),
  jokers: () => import('./help/JokerNote.svelte'),
  over: () => import('./end/GameOver.svelte'),
  panel: () => import('./panel/SidePanel.svelte'),
};

const DELAY_MS = 5000;

/** Load all parts after a while, so that a game can end properly even when the connection is lost by then. */
export function fetchLater(): () => void {
  const timer = setTimeout(() => {
    for (const part of Object.values(later)) part().catch(() => undefined);
  }, DELAY_MS);
  return () => clearTimeout(timer);
}
