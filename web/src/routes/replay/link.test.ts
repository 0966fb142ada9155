// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromFragment, matchPath, toFragment } from './link';

const RECORD = readFileSync('../spec/games/classic-he.game', 'utf8');

describe('a record in a link', () => {
  it('comes back as it was', async () => {
    expect(await fromFragment((await toFragment(RECORD))!)).toBe(RECORD);
  });

  it('keeps names in every script', async () => {
    expect(await fromFragment((await toFragment('seats: ["דנה", "Оля"]'))!)).toBe('seats: ["דנה", "Оля"]');
  });

  it('has only characters that an address may have', async () => {
    expect(await toFragment(RECORD)).toMatch(/^#record=[\w-]+$/);
  });

  it('is refused when the link was cut', async () => {
    await expect(fromFragment((await toFragment(RECORD))!.slice(0, 400))).rejects.toThrow();
  });

  it('is not made when it would be too long', async () => {
    const noise = Array.from({ length: 9000 }, (_, at) => Math.sin(at).toString(36)).join('');
    expect(await toFragment(noise)).toBeNull();
  });
});

describe('a link to a match', () => {
  it.each([
    ['https://tiles.example/replay/abc?game=2&turn=3', '/replay/abc?game=2&turn=3'],
    ['https://tiles.example/r/abc', '/replay/abc'],
    [' /replay/abc\n', '/replay/abc'],
    ['tilewise-record: 1', null],
    ['https://tiles.example/replay', null],
  ])('%s leads to %s', (text, path) => {
    expect(matchPath(text)).toBe(path);
  });
});
