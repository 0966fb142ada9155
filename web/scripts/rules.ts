// A Vite plugin that turns the pages of docs/rules into HTML. The site then shows the same rules as the
// documentation, also offline.

import { basename } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { DOCUMENTATION } from '../src/routes/rules/links.ts';

const REPOSITORY = 'https://github.com/tilewise/tilewise/blob/main/';

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link): string {
      return `<a href="${addressOf(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    table(token: Tokens.Table): string {
      const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('');
      return `<div class="scroll" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  },
});

export function rulePages(): Plugin {
  return {
    name: 'rule-pages',
    transform(text, id) {
      if (!id.endsWith('.md')) return null;
      const html = marked.parse(text, { async: false });
      return { code: `export default ${JSON.stringify(html)};`, map: null, moduleType: 'js' };
    },
  };
}

/** The anchor of a heading, spelled as GitHub spells it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Where a link of docs/rules leads: to a page of the rules, of the documentation, or of the repository. */
function addressOf(href: string): string {
  const [path = '', hash] = href.split('#');
  const anchor = hash ? `#${hash}` : '';
  if (!path || /^[a-z]+:/.test(path)) return href;
  if (path === 'README.md') return `/rules${anchor}`;
  if (!path.startsWith('../')) return `/rules/${basename(path, '.md')}${anchor}`;
  if (path.startsWith('../../')) return REPOSITORY + path.slice('../../'.length) + anchor;
  return `${DOCUMENTATION}${path.slice('../'.length).replace(/[.]md$/, '.html')}${anchor}`;
}
