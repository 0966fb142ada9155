// The screen size, and the tile sizes that follow from it.

import { innerHeight, innerWidth } from 'svelte/reactivity/window';
import { settings } from './settings.svelte';

export class Screen {
  width = $derived(innerWidth.current ?? 1280);
  height = $derived(innerHeight.current ?? 800);
  /** A phone in landscape. On narrower screens, as at high zoom, the page scrolls instead. */
  isLow = $derived(this.height < 500 && this.width >= 480);
  isPhone = $derived(this.width < 600 && !this.isLow);
  isWide = $derived(this.width >= 1100 && !this.isLow && !settings.now.isLargePrint);
  isTouch = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

  /**
   * The largest tile on the table. On a phone it is no larger than on the rack, as it would soon have to
   * shrink.
   */
  tableTile = $derived.by(() => {
    const { isLargePrint, tileSize } = settings.now;
    const isSmall = this.isPhone || this.isLow;
    const most = isLargePrint ? 72 : isSmall ? 44 : !this.isWide ? 60 : this.width >= 1800 ? 64 : 52;
    return most + tileSize * 6;
  });

  /** The smallest tile on the table. Below this size the table pans. */
  leastTile = $derived.by(() => {
    const { isLargePrint, tileSize } = settings.now;
    const least = isLargePrint ? 40 : this.isTouch || this.isPhone || this.isLow ? 28 : 24;
    return Math.min(this.tableTile, least + Math.max(0, tileSize) * 4);
  });

  rackTile = $derived.by(() => {
    const { isLargePrint, tileSize } = settings.now;
    const most = isLargePrint
      ? this.isLow
        ? 44
        : 66
      : this.isLow
        ? 40
        : this.isPhone
          ? 44
          : this.height < 760
            ? 46
            : 54;
    return most + Math.min(0, tileSize) * 4;
  });
}
