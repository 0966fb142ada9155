/**
 * Copy a text to the clipboard; false when the browser refuses. `navigator.clipboard` is missing over plain
 * HTTP.
 */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copySelected(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
