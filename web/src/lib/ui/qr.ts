// A QR code for a link: byte mode, correction level L, one block (versions 1 to 5, up to 106 bytes).

const DATA = [19, 34, 55, 80, 108];
const CHECK = [7, 10, 15, 20, 26];
const LEVEL_L = 1;

export interface Picture {
  readonly size: number;
  /** Return the dark squares as one SVG path. */
  readonly path: string;
}

export function qrPath(text: string): Picture {
  const rows = qrMatrix(text);
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join('') };
}

/** Return the code as rows of dark and light squares, with the mask that has the fewest long stripes. */
export function qrMatrix(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = DATA.findIndex((room) => bytes.length + 2 <= room) + 1;
  if (version === 0) throw new Error(`too long for a QR code: ${bytes.length} bytes`);
  const bits = toBits([...codewords(bytes, version)]);
  const drawn = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => draw(bits, version, mask));
  return drawn.reduce((best, other) => (stripes(other) < stripes(best) ? other : best));
}

function codewords(bytes: readonly number[], version: number): number[] {
  const room = DATA[version - 1]!;
  const bits = [0, 1, 0, 0, ...binary(bytes.length, 8), ...bytes.flatMap((byte) => binary(byte, 8))];
  bits.push(...Array<number>(Math.min(4, room * 8 - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
  for (let pad = 0; data.length < room; pad += 1) data.push(pad % 2 ? 0x11 : 0xec);
  return [...data, ...checkwords(data, CHECK[version - 1]!)];
}

function binary(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, at) => (value >> (width - 1 - at)) & 1);
}

function toBits(words: readonly number[]): number[] {
  return words.flatMap((word) => binary(word, 8));
}

/** Multiply in the field with 256 elements that QR codes use. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** Reed-Solomon: return the remainder of the data divided by the generator polynomial. */
function checkwords(data: readonly number[], count: number): number[] {
  const generator = [...Array<number>(count - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < count; step += 1) {
    for (let at = 0; at < count; at += 1)
      generator[at] = times(generator[at]!, root) ^ (generator[at + 1] ?? 0);
    root = times(root, 2);
  }
  const rest = Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    generator.forEach((part, at) => (rest[at] = rest[at]! ^ times(part, factor)));
  }
  return rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(bits: readonly number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () =>
    Array<boolean | null>(size).fill(null),
  );
  const set = (x: number, y: number, isDark: boolean): void => {
    if (grid[y]?.[x] !== undefined) grid[y][x] = isDark;
  };
  const square = (cx: number, cy: number, reach: number, light: readonly number[]): void => {
    for (let y = -reach; y <= reach; y += 1) {
      for (let x = -reach; x <= reach; x += 1)
        set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4]);
  if (version > 1) square(size - 7, size - 7, 2, [1]);
  drawFormat(set, size, mask);
  fill(grid, bits, mask);
  return grid.map((row) => row.map((isDark) => isDark === true));
}

function drawFormat(set: (x: number, y: number, isDark: boolean) => void, size: number, mask: number): void {
  const data = (LEVEL_L << 3) | mask;
  let rest = data;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (at: number): boolean => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    const near = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    const far = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
    set(8, near, bit(at));
    set(far, 8, bit(at));
  }
  set(8, size - 8, true);
}

/** Fill two columns at a time from the right, up and down, around the fixed patterns. */
function fill(grid: (boolean | null)[][], bits: readonly number[], mask: number): void {
  const size = grid.length;
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== null) continue;
        grid[y]![x] = ((bits[next++] ?? 0) === 1) !== MASKS[mask]!(x, y);
      }
    }
  }
}

/** Count the runs of five or more equal squares: fewer are easier to scan. */
function stripes(grid: readonly (readonly boolean[])[]): number {
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]!))];
  const text = lines.map((line) => line.map((isDark) => (isDark ? '1' : '0')).join('')).join(' ');
  return (text.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
}
