/** A name that nobody else has. Not `crypto.randomUUID`: at home friends come over plain HTTP, where there is none. */
export function freshName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
