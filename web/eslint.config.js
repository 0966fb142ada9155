import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist/', 'node_modules/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off', // an index just checked is the clearest way to say it
      'svelte/no-navigation-without-resolve': 'off', // that is a rule for SvelteKit; we have a router of our own
      'svelte/prefer-svelte-reactivity': 'off', // a Map inside a function is not state
      'no-undef': 'off', // TypeScript knows better
    },
  },
);
