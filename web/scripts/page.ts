// Vite plugin for the inline script of the page. With it a first visit needs two network round trips: one for
// the page, one for everything else.

import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { HELLO } from '../src/lib/net/hello.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

export interface LanguageInfo {
  /** The name of the language in that language. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * API requests that each page needs before it is usable. The browser sends them while it loads the scripts.
 */
const ASKS: Readonly<Record<string, readonly string[]>> = {
  Room: ['/api/session'],
  Create: ['/api/rulebook'],
  Rules: ['/api/rulebook'],
  Solve: ['/api/rulebook'],
};

/**
 * Return every language that has a file. Done at build time: `Intl.DisplayNames` takes tens of milliseconds.
 */
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

/** Inline src/first-paint.js into the page, with the files that each language and each address needs. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const given = [spoken(bundle), pages(bundle), HELLO].map((each) => JSON.stringify(each)).join(', ');
        const script = readFileSync('src/first-paint.js', 'utf8')
          .replaceAll(/^ *(?:\/\*[^]*?\*\/|\/\/.*)\n/gm, '')
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
  /** The page needs all words of the language. */
  readonly isWhole?: true;
  /** A table. The page opens its socket early, and loads `gathering` if the match has not started yet. */
  readonly isTable?: true;
  readonly gathering?: readonly string[];
  /** The files of the rules, by the name in the address. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Read the site map from App.svelte and find the files that each page loads. */
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
    if (name === 'RulePage') return { ...page, texts: texts(bundle) };
    if (name !== 'Room') return page;
    const gathering = beyond([...here, ...files], bundle, '/routes/room/Waiting.svelte');
    return { ...page, isTable: true, gathering };
  });
}

function texts(bundle: Bundle): Record<string, string> {
  const found = Object.values(bundle).flatMap((each) => {
    const name =
      each.type === 'chunk' && /[\\/]rules[\\/]([\w-]+)[.]md$/.exec(each.facadeModuleId ?? '')?.[1];
    return name ? [[name, `/${each.fileName}`] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Return the files that a module needs, without those in `there`. */
function beyond(there: readonly string[], bundle: Bundle, module: string): string[] {
  return needs(bundle, chunkOf(bundle, module)!).filter((each) => !there.includes(each));
}

function chunkOf(bundle: Bundle, module: string): Chunk | undefined {
  return Object.values(bundle).find(
    (each): each is Chunk =>
      each.type === 'chunk' && (each.facadeModuleId ?? '').replaceAll('\\', '/').endsWith(module),
  );
}

/** Return a chunk, its styles and all its imports. */
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
