// A soft colour for each name, always the same one.

const TINTS = ['#f3c9b0', '#bfd9ee', '#d9d0f0', '#cfe6c8', '#f5d0da', '#f2de9b', '#d6e0b8', '#c6e5e3'];

export function tint(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return TINTS[sum % TINTS.length]!;
}
