import { afterEach, expect, test, vi } from 'vitest';
import { freshName } from './fresh';

afterEach(() => vi.unstubAllGlobals());

test('creates names on pages served over plain HTTP', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });

  const names = new Set(Array.from({ length: 100 }, freshName));

  expect(names.size).toBe(100);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});
