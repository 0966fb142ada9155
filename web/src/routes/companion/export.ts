// Exports the sheet as CSV and as a picture.

import { signed } from '../../lib/words/signed';
import type { Scored, Standing } from './scoring';

export function sheetCsv(
  names: readonly string[],
  games: readonly Scored[],
  lines: readonly Standing[],
): string {
  const rows: (string | number)[][] = [
    ['', ...names],
    ...games.map((game, at) => [at + 1, ...game.scores]),
    ['Σ', ...lines.map((line) => line.score)],
  ];
  return rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

/** Quote a CSV cell, and escape text that a spreadsheet would read as a formula. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function sheetSvg(
  names: readonly string[],
  games: readonly Scored[],
  lines: readonly Standing[],
): string {
  const [column, row] = [130, 38];
  const width = 70 + column * names.length;
  const height = row * (games.length + 2) + 20;
  const text = (x: number, y: number, value: string, style = ''): string =>
    `<text x="${x}" y="${y}" text-anchor="middle" ${style}>${escaped(value)}</text>`;
  const at = (seat: number): number => 70 + column * (seat + 0.5);
  const body = games.flatMap((game, number) => [
    text(35, row * (number + 1.65) + 10, String(number + 1), 'fill="#62574a"'),
    ...game.scores.map((score, seat) =>
      text(
        at(seat),
        row * (number + 1.65) + 10,
        signed(score),
        game.winners.includes(seat) ? 'fill="#1b7044" font-weight="700"' : '',
      ),
    ),
  ]);
  const y = row * (games.length + 1.65) + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Rubik, Arial, sans-serif" font-size="17" fill="#29231c"><rect width="100%" height="100%" fill="#fffcf6"/>${names.map((name, seat) => text(at(seat), row * 0.65 + 10, name.slice(0, 12), 'font-weight="650"')).join('')}${body.join('')}<path d="M10 ${row * (games.length + 1) + 12}h${width - 20}" stroke="#8a7c66" stroke-width="2"/>${text(35, y, 'Σ')}${lines.map((line) => text(at(line.seat), y, signed(line.score), 'font-weight="700" font-size="20"')).join('')}</svg>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
