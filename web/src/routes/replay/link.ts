// Packs a whole record into the fragment of an address: deflated, then base64url. The server never sees a fragment.

const NAME = '#record=';
/** Some mail and chat programs cut longer addresses. */
const LONGEST = 16_000;
/** The limit of an unpacked record, so that a short link cannot fill the memory. */
const LONGEST_TEXT = 1_000_000;

/** Return the fragment for a record, or null when it would be too long. */
export async function toFragment(text: string): Promise<string | null> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const packed = base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return packed.length <= LONGEST ? NAME + packed : null;
}

export function isRecordFragment(fragment: string): boolean {
  return fragment.startsWith(NAME);
}

/** Return the record in a fragment. Throws when the link was cut or mistyped. */
export async function fromFragment(fragment: string): Promise<string> {
  const base64 = fragment.slice(NAME.length).replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = inflated.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    if (text.length > LONGEST_TEXT) throw new RangeError('the record in this link is too long');
  }
  return text;
}

/** Return the address of the match that a pasted link leads to; null when the text is no such link. */
export function matchPath(text: string): string | null {
  const found = /^(?:https?:\/\/[^/\s]+)?\/(?:replay|r)\/([^/?#\s]+)(\?[^#\s]*)?$/.exec(text.trim());
  return found ? `/replay/${found[1]}${found[2] ?? ''}` : null;
}
