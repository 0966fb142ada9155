// The types must be those that the server generates today.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error a plain script, without types
import { joined } from '../../../scripts/types.mjs';

it('are the types of the server; run `npm run types` when this fails', () => {
  const source = (joined as () => string)();
  expect(readFileSync('src/lib/protocol/generated.ts', 'utf8')).toBe(source);
});
