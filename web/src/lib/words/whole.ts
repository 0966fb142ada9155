// Loads parts of the site that need all words of the language, not only those of home and a table: see
// parts.ts.

import { words } from './words.svelte';

type Loader<Module> = () => Promise<Module>;

/** Load a part together with the rest of the words. */
export function whole<Module>(load: Loader<Module>): Loader<Module> {
  return async () => (await Promise.all([load(), words.complete()]))[0];
}
