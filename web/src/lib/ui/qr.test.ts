import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrPath } from './qr';

const SCALE = 8;

/** Paint the path of a code as an image, and read it as a camera would. */
function scan({ size, path }: ReturnType<typeof qrPath>): string {
  const side = size * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < SCALE * SCALE; at += 1) {
      const row = Number(y) * SCALE + Math.floor(at / SCALE);
      const column = Number(x) * SCALE + (at % SCALE);
      data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  return decodeQR({ width: side, height: side, data });
}

describe('a QR code', () => {
  it.each([
    ['a short link', 'https://tilewise.example/r/k3vQx9'],
    ['a link of more than 106 bytes', `https://${'long-name.'.repeat(20)}example/r/k3vQx9`],
    ['a host name in Hebrew', 'https://משחק.example/r/k3vQx9'],
  ])('holds %s', (_, link) => {
    expect(scan(qrPath(link))).toBe(link);
  });
});
