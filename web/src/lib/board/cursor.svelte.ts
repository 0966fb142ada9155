// The cursor of the keyboard outlives the cell that it is on: tiles are drawn anew when they are laid, sorted, dealt or
// when the window changes, and a browser then forgets where the focus was.

/** Keep the cursor with its tile, or else in its place, whenever a region is drawn anew from what `drawn` reads. */
export function keepCursor(region: () => HTMLElement | undefined, drawn: () => unknown): void {
  const cells = (): HTMLElement[] => [...(region()?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  let was: { readonly key: string | undefined; readonly at: number } | null = null;
  $effect.pre(() => {
    drawn();
    const at = cells().indexOf(document.activeElement as HTMLElement);
    was = at < 0 ? null : { key: cells()[at]!.dataset.key, at };
  });
  $effect(() => {
    drawn();
    if (!was || document.activeElement !== document.body) return;
    const [now, { key, at }] = [cells(), was];
    const stop = now.find((cell) => cell.dataset.key === key) ?? now[Math.min(at, now.length - 1)];
    stop?.focus({ preventScroll: true });
  });
}
