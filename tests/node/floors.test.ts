/** Each wall of the floor plan, with an import planted against it. The files it names need not exist. */
import { createRequire } from 'node:module';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';
import { withFiles } from '../builders/files.ts';

// The house's own configuration; only the rules that want a type-checked program are left out.
const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] });

async function complaints(filePath: string, code: string) {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? [])
    .filter((it) => /floor plan|Unexpected any|default|@html/.test(it.message) || it.fatal)
    .map((it) => it.message.replace(/^'.*?' import is restricted from being used by a pattern\. /, ''));
}

const mayNot = (room: string) => `${room} may not import this room (ARCHITECTURE.md, floor plan).`;
const portsOnly = (room: string) =>
  `${room} sees ports only; app and node name what stands behind them (ARCHITECTURE.md, floor plan).`;
const mayNotBuild = (room: string) =>
  `${room} may not import steps of the build; only src/node does (ARCHITECTURE.md, floor plan).`;
const noSvelte = (room: string) =>
  `${room} lies below the first floor that knows Svelte (ARCHITECTURE.md, floor plan).`;
const noNode = (room: string) =>
  `${room} runs in a browser; only src/node, src/sandbox/build and tests may import node:* (ARCHITECTURE.md, floor plan).`;

const from = (path: string) => `export { x } from '${path}';`;
const typeFrom = (path: string) => `export type { X } from '${path}';`;
const inSvelte = (code: string) => `<script lang="ts">\n${code}\n</script>\n`;

const closed: [what: string, filePath: string, code: string, complaint: string][] = [
  ['an upward import', 'src/domain/a.ts', from('../runs/x.ts'), mayNot('domain')],
  ['one from a subfolder', 'src/judge/compare/a.ts', from('../../common/x.ts'), mayNot('judge')],
  ['an import by a neighbour', 'src/models/a.ts', from('../judge/x.ts'), mayNot('models')],
  ['a type-only import', 'src/base/a.ts', typeFrom('../domain/x.ts'), mayNot('base')],
  ['a late import', 'src/runs/a.ts', `await import('../pages/x.ts');`, mayNot('runs')],
  ['a type on the fly', 'src/judge/a.ts', `export type X = import('../lab/x.ts').X;`, mayNot('judge')],
  ['a worker by address', 'src/lab/a.ts', `new URL('../judge/x.ts', import.meta.url);`, mayNot('lab')],
  [
    'a type in a component',
    'src/kit/A.svelte',
    inSvelte(`import type { X } from '../app/x.ts';`),
    mayNot('kit'),
  ],
  [
    'what is stored in a component',
    'src/pages/a/A.svelte',
    inSvelte(`import { x } from '../../storage/x.ts';`),
    mayNot('pages'),
  ],
  ['a stored type in a view', 'src/common/a/a.ts', typeFrom('../../storage/x.ts'), mayNot('common')],
  ['the page in a worker', 'workers/a.worker.ts', from('../src/common/x.ts'), mayNot('workers')],
  ['the page at the second door', 'src/node/a.ts', from('../pages/x.ts'), mayNot('node')],
  ['the second door in the page', 'src/app/a.ts', from('../node/x.ts'), mayNot('app')],
  ['an adapter in a run', 'src/runs/a.ts', from('../models/openai/hosts/x.ts'), portsOnly('runs')],
  [
    'an adapter in state',
    'src/pages/a/state/a.ts',
    from('../../../judge/hosts/x.ts'),
    portsOnly('pages/state'),
  ],
  ['the sandbox in the judge', 'src/judge/a.ts', from('../sandbox/x.ts'), mayNot('judge')],
  ['the sandbox in a run', 'src/runs/a.ts', from('../sandbox/x.ts'), mayNot('runs')],
  [
    'the sandbox in state',
    'src/common/a/state/a.ts',
    from('../../../sandbox/engine/x.ts'),
    mayNot('common/state'),
  ],
  ['a build step in the page', 'src/app/a.ts', from('../sandbox/build/x.ts'), mayNotBuild('app')],
  [
    'a build step in a worker',
    'workers/a.worker.ts',
    from('../src/sandbox/build/x.ts'),
    mayNotBuild('workers'),
  ],
  ['a build step in the engine', 'src/sandbox/engine/a.ts', from('../build/x.ts'), mayNotBuild('sandbox')],
  [
    'the second door in a build step',
    'src/sandbox/build/a.ts',
    from('../../node/x.ts'),
    mayNot('sandbox/build'),
  ],
  ['Node in the engine', 'src/sandbox/engine/a.ts', `await import('node:fs');`, noNode('sandbox')],
  ['Svelte in domain', 'src/domain/a.ts', `export { flushSync } from 'svelte';`, noSvelte('domain')],
  ['Svelte at the second door', 'src/node/a.ts', `export { mount } from 'svelte';`, noSvelte('node')],
  ['Node in core', 'src/judge/a.ts', `export { readFile } from 'node:fs/promises';`, noNode('judge')],
  ['Node in the page', 'src/app/a.ts', `await import('node:fs');`, noNode('app')],
  ['a wall in a test', 'src/base/a.test.ts', from('../domain/x.ts'), mayNot('base')],
];

test.each(closed)('%s is refused', async (_what, filePath, code, complaint) => {
  expect(await complaints(filePath, `${code}\n`)).toEqual([complaint]);
});

const open: [what: string, filePath: string, code: string][] = [
  ['downwards', 'src/runs/a.ts', from('../judge/x.ts')],
  ['inside one room', 'src/judge/hosts/a.ts', from('../runner.ts')],
  ['of storage by state', 'src/pages/a/state/a.ts', typeFrom('../../../storage/x.ts')],
  ['of storage by a class with runes', 'src/pages/a/a.svelte.ts', typeFrom('../../storage/x.ts')],
  ['to a folder of one’s own named like a room', 'src/kit/lab/a.ts', from('../runs/x.ts')],
  ['of a package named like a room', 'src/pages/a/a.ts', `export { EditorState } from '@codemirror/state';`],
  ['of an adapter by app', 'src/app/a.ts', from('../judge/hosts/x.ts')],
  ['of an adapter by node', 'src/node/a.ts', from('../models/openai/hosts/x.ts')],
  ['of the judge by the sandbox', 'src/sandbox/hosts/a.ts', from('../../judge/x.ts')],
  ['of the engine by a worker', 'workers/a.worker.ts', from('../src/sandbox/engine/x.ts')],
  ['of the sandbox by app', 'src/app/a.ts', from('../sandbox/hosts/x.ts')],
  ['of a build step by node', 'src/node/a.ts', from('../sandbox/build/x.ts')],
  ['of Node by a build step', 'src/sandbox/build/a.ts', `export { readFile } from 'node:fs/promises';`],
  ['of judge by a worker', 'workers/a.worker.ts', from('../src/judge/x.ts')],
  ['of Svelte by state', 'src/kit/a.svelte.ts', `export { SvelteMap } from 'svelte/reactivity';`],
  ['of Node by a test', 'src/judge/a.test.ts', `export { readFile } from 'node:fs/promises';`],
];

test.each(open)('an import %s is allowed', async (_what, filePath, code) => {
  expect(await complaints(filePath, `${code}\n`)).toEqual([]);
});

interface Rules {
  readonly forbidden: NonNullable<ICruiseOptions['ruleSet']>['forbidden'];
  readonly options: ICruiseOptions;
}

/** Names of the rules that a tree of files breaks, each file given by the paths that it imports. */
async function brokenRules(files: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as Rules;
  const contents = Object.entries(files).map(([path, imports]) => [path, imports.map(typeFrom).join('\n')]);
  return withFiles(Object.fromEntries(contents) as Record<string, string>, async (folder) => {
    const { tsConfig: _, ...own } = options;
    const { output } = await cruise(['src'], {
      ...own,
      ...{ baseDir: folder, validate: true, ruleSet: { forbidden: forbidden! } },
    });
    const broken = (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
    return [...new Set(broken)].sort();
  });
}

test.each([
  [
    'folders that import each other',
    { 'src/runs/a/x.ts': ['../b/x.ts'], 'src/runs/b/x.ts': [], 'src/runs/b/y.ts': ['../a/x.ts'] },
    ['folders-one-way'],
  ],
  [
    'a page that imports another one',
    { 'src/pages/learn/x.ts': ['../runs/x.ts'], 'src/pages/runs/x.ts': [] },
    ['pages-apart'],
  ],
  [
    'nothing in folders that import in one direction',
    {
      'src/runs/a/x.ts': ['../b/x.ts', './deep/x.ts'],
      'src/runs/a/deep/x.ts': [],
      'src/runs/b/x.ts': [],
      'src/pages/learn/x.ts': ['./state/x.ts'],
      'src/pages/learn/state/x.ts': [],
    },
    [],
  ],
])('dependency-cruiser refuses %s', async (_what, files, rules) => {
  expect(await brokenRules(files)).toEqual(rules);
});

test('HTML from outside has one door', async () => {
  const markup = '{@html text}\n';
  expect(await complaints('src/pages/runs/A.svelte', markup)).toHaveLength(1);
  expect(await complaints('src/kit/components/Markdown.svelte', markup)).toEqual([]);
});

test('default exports and any are refused', async () => {
  expect(await complaints('src/base/a.ts', 'export default 1;\n')).toHaveLength(1);
  expect(await complaints('src/base/a.ts', 'export const a: any = 1;\n')).toHaveLength(1);
});
