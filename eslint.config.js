import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { floorBlocks } from './eslint.floors.js';

export default defineConfig(
  {
    ignores: [
      'dist/',
      'build/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
      'tests/fixtures/',
      'tests/model-fixtures/stub-library/',
      'public/',
    ],
  },

  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-undef': 'off', // the compiler knows better which realm has what
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true } },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A file that compiles in two realms may need in one what is spare in the other.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/require-await': 'off', // a port may promise what its host has at once
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },

  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    // svelte-check has the types; a second program with .svelte files in it would cost half a minute.
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'svelte/no-at-html-tags': 'error' },
  },
  { files: ['**/*.svelte.ts'], languageOptions: { parserOptions: { parser: tseslint.parser } } },
  // Maps and Sets are replaced whole in `$state.raw`, or are not watched.
  { files: ['src/{kit,common,pages}/**'], rules: { 'svelte/prefer-svelte-reactivity': 'off' } },
  // The one place where HTML from outside is put on the page, sanitised right there.
  { files: ['src/kit/components/Markdown.svelte'], rules: { 'svelte/no-at-html-tags': 'off' } },

  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
    extends: [tseslint.configs.disableTypeChecked],
  },
  // Takes methods off their objects on purpose, before a submission can replace them.
  { files: ['src/sandbox/engine/**'], rules: { '@typescript-eslint/unbound-method': 'off' } },
  {
    files: ['**/*.test.ts', 'tests/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },

  floorBlocks(),

  // Tools that ask for a default export.
  {
    files: [
      '*.config.{js,ts}',
      '*.cjs',
      'tests/bench-page/vite.config.ts',
      'tests/client-environment.ts',
      'tests/e2e/static-server.ts',
      'src/**/*.d.ts',
    ],
    rules: { 'no-restricted-exports': 'off' },
  },
);
