/** Put a text where it can be pasted; false if that may not be. Over plain HTTP there is no `navigator.clipboard`. */
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
