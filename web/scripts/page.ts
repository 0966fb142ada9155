// What the build writes into the page itself, so that a first visit waits for the line only twice: once for the page,
// once for everything else. Read by vite.config.ts.

import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { HELLO } from '../src/lib/net/hello.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

export interface LanguageInfo {
  /** As the language calls itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/** What a page asks of the server before it can be used; it is asked together with the scripts. */
const ASKS: Readonly<Record<string, readonly string[]>> = {
  Room: ['/api/session'],
  Create: ['/api/rulebook'],
  Rules: ['/api/rulebook'],
  Solve: ['/api/rulebook'],
};

/** Every language that has a file, worked out here: browsers take tens of milliseconds to look a name up. */
export function languages(): Record<string, LanguageInfo> {
  const codes = readdirSync('src/lib/words').flatMap((file) => /^([a-z]{2})\.ts$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(codes.map((code) => [code, about(code)]));
}

function about(code: string): LanguageInfo {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  const { direction } = (new Intl.Locale(code) as unknown as { textInfo: { direction: 'ltr' | 'rtl' } })
    .textInfo;
  return { name: name.charAt(0).toLocaleUpperCase(code) + name.slice(1), direction };
}

/** Puts src/first-paint.js into the page, with the files that each language and each address needs. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const given = [spoken(bundle), pages(bundle), HELLO].map((each) => JSON.stringify(each)).join(', ');
        const script = readFileSync('src/first-paint.js', 'utf8')
          .replaceAll(/^ *\/[*/].*\n/gm, '')
          .replace('LANGUAGES, PAGES, HELLO', () => given);
        return html.replace('<!-- first paint -->', () => `<script>${script}</script>`);
      },
    },
  };
}

function spoken(bundle: Bundle): Record<string, { file: string; rest: string; direction: string }> {
  const found = Object.entries(languages()).flatMap(([code, { direction }]) => {
    const [first, rest] = ['first', 'rest'].map((part) => chunkOf(bundle, `/words/${code}.ts?${part}`));
    if (!first || !rest) return [];
    return [[code, { file: `/${first.fileName}`, rest: `/${rest.fileName}`, direction }] as const];
  });
  return Object.fromEntries(found);
}

interface PageInfo {
  readonly path: string;
  readonly files: readonly string[];
  readonly asks: readonly string[];
  /** It needs all words of the language. */
  readonly isWhole?: true;
  /** A table: its line is opened ahead, and when it turns out that players are still gathering, these files are needed. */
  readonly isTable?: true;
  readonly gathering?: readonly string[];
}

/** The site map stands in App.svelte; here it is read once more, with what each page loads. */
function pages(bundle: Bundle): PageInfo[] {
  const start = chunkOf(bundle, '/src/main.ts') ?? chunkOf(bundle, '/index.html');
  if (!start) return [];
  const here = needs(bundle, start);
  const map = readFileSync('src/App.svelte', 'utf8').matchAll(
    /\[\/(.+)\/, (whole\()?\(\) => import\('\.\/(routes\/[\w-]+\/(\w+)\.svelte)'\)\)?\]/g,
  );
  return [...map].map(([, path, whole, file, name]) => {
    const files = beyond(here, bundle, `/${file!}`);
    const page = { path: path!, files, asks: ASKS[name!] ?? [], ...(whole && { isWhole: true as const }) };
    if (name !== 'Room') return page;
    const gathering = beyond([...here, ...files], bundle, '/routes/room/Waiting.svelte');
    return { ...page, isTable: true, gathering };
  });
}

/** The files that a module needs besides those that are there. */
function beyond(there: readonly string[], bundle: Bundle, module: string): string[] {
  return needs(bundle, chunkOf(bundle, module)!).filter((each) => !there.includes(each));
}

function chunkOf(bundle: Bundle, module: string): Chunk | undefined {
  return Object.values(bundle).find(
    (each): each is Chunk =>
      each.type === 'chunk' && (each.facadeModuleId ?? '').replaceAll('\\', '/').endsWith(module),
  );
}

/** A chunk, its styles, and all that it imports. */
function needs(bundle: Bundle, chunk: Chunk, known = new Set<string>()): string[] {
  const file = `/${chunk.fileName}`;
  if (known.has(file)) return [];
  known.add(file);
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`);
  const imported = chunk.imports.flatMap((name) => {
    const found = bundle[name];
    return found?.type === 'chunk' ? needs(bundle, found, known) : [];
  });
  return [...new Set([file, ...styles, ...imported])];
}
