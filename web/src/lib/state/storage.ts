// What a page keeps in this browser. A storage that is full, closed or cleared never breaks a page.

/** What was kept under a name; `otherwise` when there is nothing, or nothing that can be read. */
export function kept<T>(name: string, otherwise: T, isRight: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`tilewise.${name}`) ?? 'null');
    return isRight(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep something; false when this browser has no room for it. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(`tilewise.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What lies under a name as it is, when it is there and cannot be read. */
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
