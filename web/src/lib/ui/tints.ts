// Avatar tints. A name always prefers the same tint; no two players at a table share one.

export const TINTS: readonly string[] = [
  '#f3c9b0',
  '#bfd9ee',
  '#d9d0f0',
  '#cfe6c8',
  '#f5d0da',
  '#f2de9b',
  '#c6e5e3',
  '#dcd3c4',
];

/** Return the preferred tint of a name. */
export function faceOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return sum % TINTS.length;
}

/** Return a tint for every player at a table: the preferred one, or the next that is free. */
export function facesOf(names: readonly string[]): number[] {
  const taken: number[] = [];
  for (const name of names) {
    const order = TINTS.map((_, at) => (faceOf(name) + at) % TINTS.length);
    taken.push(order.find((face) => !taken.includes(face)) ?? order[0]!);
  }
  return taken;
}
