// The pages of docs/rules as HTML, by name. scripts/rules.ts makes them when the site is built.

const FILES = import.meta.glob<string>(['../../../../docs/rules/*.md', '!**/README.md'], {
  import: 'default',
  eager: true,
});

export const PAGES: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(FILES).map(([file, html]) => [/([\w-]+)[.]md$/.exec(file)![1]!, html]),
);
