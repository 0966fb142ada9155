// Local storage of this browser. A full, blocked or cleared storage never breaks a page.

/** Read a stored value; `otherwise` when it is missing or malformed. */
export function kept<T>(name: string, otherwise: T, isRight: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`tilewise.${name}`) ?? 'null');
    return isRight(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Store a value; false when the browser cannot. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(`tilewise.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
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

function isReadable(text: string, isRight: (value: unknown) => boolean): boolean {
  try {
    return isRight(JSON.parse(text));
  } catch {
    return false;
  }
}
