// A position as a picture: SVG from the same shapes as the tiles on the table, and PNG from the SVG.

import { CAP, CHIN, PIPS, SAIL, SMILE } from '../../lib/board/shapes';
import { colourOf, isJoker, numberOf, type Table, type Tile } from '../../lib/game/tiles';

const INK = { r: '#b5082f', b: '#0f5fd0', k: '#1b1f26', y: '#cb6700' } as const;
const PLUM = '#6a2c91';
const [W, H, GAP, PAD, WIDEST] = [44, 60, 3, 18, 760] as const;

interface Placed {
  readonly row: readonly Tile[];
  readonly x: number;
  readonly y: number;
}

export function positionSvg(table: Table, rack: readonly Tile[]): string {
  const { placed, bottom } = shelves(table);
  const shelf = rack.length ? H * Math.ceil(rack.length / PER_SHELF) + 40 : 0;
  const height = bottom + shelf;
  const trays = placed.map(
    ({ row, x, y }) =>
      `<rect x="${x - 5}" y="${y - 5}" width="${widthOf(row) + 10}" height="${H + 10}" rx="12" fill="#092c27" fill-opacity=".3"/>${row.map((tile, at) => tileSvg(tile, x + at * (W + GAP), y)).join('')}`,
  );
  const own = rack.map((tile, at) =>
    tileSvg(tile, PAD + (at % PER_SHELF) * (W + GAP), bottom + 20 + Math.floor(at / PER_SHELF) * H),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDEST} ${height}" width="${WIDEST}" height="${height}" font-family="Rubik, Arial, sans-serif"><rect width="100%" height="100%" fill="#2f645d"/>${trays.join('')}<rect y="${bottom}" width="100%" height="${shelf}" fill="#cdab80"/>${own.join('')}</svg>`;
}

const PER_SHELF = Math.floor((WIDEST - 2 * PAD) / (W + GAP));

function shelves(table: Table): { placed: Placed[]; bottom: number } {
  const placed: Placed[] = [];
  let [x, y]: [number, number] = [PAD, PAD];
  for (const row of table) {
    if (x > PAD && x + widthOf(row) > WIDEST - PAD) [x, y] = [PAD, y + H + 24];
    placed.push({ row, x, y });
    x += widthOf(row) + 26;
  }
  return { placed, bottom: y + H + PAD };
}

function widthOf(row: readonly Tile[]): number {
  return row.length * (W + GAP) - GAP;
}

function tileSvg(tile: Tile, x: number, y: number): string {
  const face = `<rect width="${W}" height="${H - 3}" rx="7.5" fill="#ddceb1"/><rect width="${W}" height="${H - 6}" rx="7.5" fill="#fffbf2"/>`;
  return `<g transform="translate(${x} ${y})">${face}${isJoker(tile) ? jokerSvg(tile) : numberSvg(tile)}</g>`;
}

function numberSvg(tile: Tile): string {
  const ink = INK[colourOf(tile)!];
  return `<text x="${W / 2}" y="29" text-anchor="middle" font-size="27" font-weight="650" fill="${ink}">${numberOf(tile)}</text><path transform="translate(${W / 2 - 5.5} 36) scale(1.1)" fill-rule="evenodd" fill="${ink}" d="${PIPS[colourOf(tile)!]}"/>`;
}

/** Draw a joker: the classic head, a sign for the special ones, a pinwheel for the colour change. */
function jokerSvg(tile: Tile): string {
  if (tile === 'C') {
    const sails = (['r', 'b', 'y', 'k'] as const).map(
      (colour, at) => `<path d="${SAIL}" fill="${INK[colour]}" transform="rotate(${at * 90 - 18})"/>`,
    );
    return `<g transform="translate(22 27) scale(.95)">${sails.join('')}</g>`;
  }
  const head = `<path d="${CAP}" fill="${PLUM}"/><path d="${CHIN}" fill="none" stroke="${PLUM}" stroke-width="2.2"/><circle cx="16" cy="28" r="1.5" fill="${PLUM}"/><circle cx="24" cy="28" r="1.5" fill="${PLUM}"/><path d="${SMILE}" fill="none" stroke="${PLUM}" stroke-width="1.9"/>`;
  const sign = tile === 'D' ? '×2' : tile === 'M' ? '◁▷' : '';
  return `<g transform="translate(3 2) scale(.95)">${head}</g><text x="22" y="50" text-anchor="middle" font-size="12" font-weight="700" fill="${PLUM}">${sign}</text>`;
}

/** Render an SVG as PNG at double resolution. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  const pen = canvas.getContext('2d')!;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

/** Download a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
