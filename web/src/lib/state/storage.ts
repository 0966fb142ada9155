// The storage of this browser, or of this tab. If it is full, blocked or cleared, values last as long as the page.

/** `browser` survives a restart and is shared by all tabs; `tab` survives a reload. */
type Place = 'browser' | 'tab';

/** Return a stored value, or `otherwise` if it is missing or malformed. */
export function kept<T>(
  name: string,
  otherwise: T,
  isRight: (value: unknown) => value is T,
  place: Place = 'browser',
): T {
  try {
    const value: unknown = JSON.parse(storage(place).getItem(`tilewise.${name}`) ?? 'null');
    return isRight(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Store a value; return false if the browser cannot. */
export function keep(name: string, value: unknown, place: Place = 'browser'): boolean {
  try {
    storage(place).setItem(`tilewise.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Whether a stored value is an object, with any fields. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Return the raw text of a stored value that cannot be parsed. */
export function unreadable(name: string, isRight: (value: unknown) => boolean): string | null {
  try {
    const text = localStorage.getItem(`tilewise.${name}`);
    return text === null || isReadable(text, isRight) ? null : text;
  } catch {
    return null;
  }
}

/** A browser that blocks its storage raises an error here. */
function storage(place: Place): Storage {
  return place === 'browser' ? localStorage : sessionStorage;
}

function isReadable(text: string, isRight: (value: unknown) => boolean): boolean {
  try {
    return isRight(JSON.parse(text));
  } catch {
    return false;
  }
}
