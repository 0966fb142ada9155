// Icons as plain drawings. The library puts each one together piece by piece when it is shown, from whatever it is given:
// fifteen of them cost a slow phone a tenth of a second when a table opens. Read by vite.config.ts.

import type { Plugin } from 'vite';

interface Icon {
  readonly name: string;
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/** Writes each icon of the library anew: it may be given a `size` and a `class`, and is hidden from screen readers. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    transform(code, id) {
      if (!/@lucide[\\/]svelte[\\/]dist[\\/]icons[\\/][\w-]+\.svelte$/.test(id)) return null;
      const found = /const iconData = (\{.+\});/.exec(code)?.[1];
      if (!found) this.error(`no drawing in ${id}`);
      return { code: drawn(JSON.parse(found) as Icon), map: null };
    },
  };
}

function drawn({ name, size, node }: Icon): string {
  const lines = node.map(([tag, attributes]) => {
    const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
    return `<${tag}${given.join('')} />`;
  });
  return `<script>let { size = ${size}, class: own } = $props();</script>
<svg class={['lucide-icon', 'lucide', 'lucide-${name}', own]} width={size} height={size} viewBox="0 0 ${size} ${size}"
  fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"
>${lines.join('')}</svg>`;
}
