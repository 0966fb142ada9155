// SHA-256 and HMAC (FIPS 180-4, FIPS 198-1). Browsers offer them only on secure pages, and a table in a home
// network is often served over plain HTTP.

const BLOCK = 64;

/** The first 32 bits of the fractional part of a number. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;

const PRIMES = Array.from({ length: 310 }, (_, at) => at + 2).filter((n) =>
  Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, at) => at + 2).every((d) => n % d),
);
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const data = padded(message);
  let hash = START;
  for (let at = 0; at < data.byteLength; at += BLOCK) hash = compressed(hash, data, at);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => digest.setInt32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const full = new Uint8Array(BLOCK);
  full.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      full.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      full.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** Return the SHA-256 of a text in UTF-8, in hexadecimal. */
export function hashOf(text: string): string {
  return toHex(sha256(new TextEncoder().encode(text)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Append a one bit, zeros, and the length in bits, up to a whole number of blocks. */
function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const data = new DataView(bytes.buffer);
  data.setUint32(length - 4, message.length * 8);
  return data;
}

function compressed(hash: readonly number[], data: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, word) => data.getInt32(at + word * 4));
  for (let word = 16; word < 64; word += 1) {
    const early = words[word - 15]!;
    const late = words[word - 2]!;
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[word - 16]! + s0 + words[word - 7]! + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[round]! + words[round]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + hash[place]!) | 0);
}

/** Rotate a word to the right. */
function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
