// Describes in one sentence why an action is better than the one that was taken.

import type { Explanation } from '../../lib/protocol/types';
import { percent } from '../../lib/words/percent';
import { t } from '../../lib/words/words.svelte';

export function whyWords(reason: Explanation, names: readonly string[]): string {
  const { kind, tiles: n } = reason;
  const name = reason.seat === null ? '' : names[reason.seat]!;
  const shares = { best: percent(reason.best), made: percent(reason.made) };
  switch (kind) {
    case 'could-go-out':
      return t('why.could-go-out', { n });
    case 'next-goes-out':
      return t('why.next-goes-out', { ...shares, name, n });
    case 'opponent-goes-out':
      return t('why.opponent-goes-out', { ...shares, name, n });
    case 'goes-out':
      return t('why.goes-out', { ...shares, name });
    case 'joker-kept':
      return t('why.joker-kept', shares);
    case 'pool-runs-dry':
      return t('why.pool-runs-dry', { ...shares, name });
  }
}
