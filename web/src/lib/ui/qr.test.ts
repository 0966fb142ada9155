import { describe, expect, it } from 'vitest';
import { qrMatrix, qrPath } from './qr';

const LINK = 'https://tilewise.example/r/k3vQx9';

describe('a QR code', () => {
  it('has three finder patterns, and grows with the text', () => {
    const rows = qrMatrix(LINK);
    expect(rows).toHaveLength(29);
    const corner = rows.slice(0, 7).map((row) => row.slice(0, 7).map(Number).join(''));
    expect(corner).toEqual(['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']);
    expect(qrMatrix('a')).toHaveLength(21);
  });

  it('is drawn as one path', () => {
    expect(qrPath('a').path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  });

  it('rejects a text that is too long', () => {
    expect(() => qrMatrix('x'.repeat(200))).toThrow('too long');
  });
});
