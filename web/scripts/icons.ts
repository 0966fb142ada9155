// A Vite plugin that replaces the icon library's components with static SVG. The originals build every icon
// element by element at run time: fifteen icons cost a slow phone 0.1 seconds when a table opens.

import type { Plugin } from 'vite';

interface Icon {
  readonly name: string;
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Rewrite each icon of the library. An icon takes only `size` and `class`, and is hidden from screen readers.
 */
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
