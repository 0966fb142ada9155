// The pages of docs/rules as HTML, by name. scripts/rules.ts makes them when the site is built; each is loaded
// when it is opened.

const FILES = import.meta.glob<string>(['../../../../docs/rules/*.md', '!**/README.md'], {
  import: 'default',
});
const PAGES = new Map(Object.entries(FILES).map(([file, load]) => [/([\w-]+)[.]md$/.exec(file)![1]!, load]));

/** Return the page of this name, or undefined if there is none. */
export async function loadPage(name: string): Promise<string | undefined> {
  return PAGES.get(name)?.();
}
