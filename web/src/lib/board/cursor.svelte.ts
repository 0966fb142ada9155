// Keeps the keyboard focus when tiles are re-rendered: after a move, a sort, a deal or a resize. The browser
// would drop the focus together with the old element.

/**
 * Keep the focus on its tile, or else at its position, whenever a change of `drawn` re-renders the region.
 */
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
