import { describe, expect, it } from 'vitest';
import { hashOf, hmac, sha256, toHex } from './sha256';

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 7) % 256);

describe('SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('of %j is the published example', (text, digest) => {
    expect(hashOf(text)).toBe(digest);
  });

  it('agrees with the browser for every length up to three blocks', async () => {
    for (let length = 0; length <= 192; length += 1) {
      const theirs = await crypto.subtle.digest('SHA-256', bytes(length));
      expect(toHex(sha256(bytes(length)))).toBe(toHex(new Uint8Array(theirs)));
    }
  });
});

it.each([1, 32, 64, 65, 100])('HMAC agrees with the browser for a key of %i bytes', async (length) => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(length), algorithm, false, ['sign']);
  const theirs = await crypto.subtle.sign('HMAC', key, bytes(50));
  expect(toHex(hmac(bytes(length), bytes(50)))).toBe(toHex(new Uint8Array(theirs)));
});
