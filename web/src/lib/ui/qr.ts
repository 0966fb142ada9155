// A QR code for a link, drawn as one SVG path.

import encodeQR from 'qr';

export interface Picture {
  /** The width in squares, with the light border that scanners need. */
  readonly size: number;
  /** The dark squares as one SVG path. */
  readonly path: string;
}

export function qrPath(text: string): Picture {
  const rows = encodeQR(text, 'raw', { ecc: 'low', encoding: 'byte', border: 4 });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join('') };
}
