import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../bootstrap/root.mjs';
import { BuildInputs, isUnchanged, type Digests } from './build-inputs.ts';
import { oneScript } from './one-script.ts';

let folder = '';

const FILES = {
  'src/entry.ts':
    "import text from './text.py?raw';\nimport { far } from '../other/far.ts';\nconsole.log(text, far);",
  'src/text.py': 'print(1)',
  'other/far.ts':
    "import type { Shape } from './shape.ts';\nimport './unused.ts';\nexport const far: Shape = 1;",
  'other/shape.ts': 'export type Shape = number;',
  'other/unused.ts': 'export const unused = 1;',
  'build/make.ts': "new Worker(new URL('./thread.mjs', import.meta.url));",
  'build/thread.mjs': "import './step.mjs';",
  'build/step.mjs': 'console.log(1);',
  'build/beside.ts': 'export {};',
  'src/sandbox/tsconfig.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'allpass-inputs-'));
  for (const [path, text] of Object.entries(FILES)) put(path, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function inputs(): Promise<{ digests: Digests; isSettled: boolean }> {
  // The timestamp of a file comes from a system tick, which may be slightly behind the clock.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const buildInputs = new BuildInputs(folder);
  await oneScript(folder, 'production', 'src/entry.ts', {}, [buildInputs.ofBundle()]);
  await buildInputs.addProgram('build/make.ts');
  return buildInputs.digests();
}

test('are the modules of a bundle and of a program, its threads, and what decides how they are read', async () => {
  const { digests, isSettled } = await inputs();
  expect(isSettled).toBe(true);
  const unreadFiles = ['build/beside.ts', 'other/shape.ts'];
  expect(Object.keys(digests).sort()).toEqual(
    ['node', ...Object.keys(FILES).filter((path) => !unreadFiles.includes(path))].sort(),
  );
});

test('have changed if one of them has, by its content alone', async () => {
  const { digests } = await inputs();
  expect(await isUnchanged(folder, digests)).toBe(true);
  for (const path of ['build/beside.ts', 'other/shape.ts', 'src/new.ts']) put(path, '// changed');
  utimesSync(join(folder, 'src/text.py'), new Date(), new Date());
  expect(await isUnchanged(folder, digests)).toBe(true);
  for (const [path, text] of Object.entries(FILES)) {
    if (!(path in digests)) continue;
    put(path, `${text} `);
    expect(await isUnchanged(folder, digests), path).toBe(false);
    put(path, text);
  }
  expect(await isUnchanged(folder, digests)).toBe(true);
  rmSync(join(folder, 'build/step.mjs'));
  expect(await isUnchanged(folder, digests)).toBe(false);
  expect(await isUnchanged(folder, { ...digests, node: 'v1.0.0' })).toBe(false);
});

test('are not settled if one was written while they were read', async () => {
  const buildInputs = new BuildInputs(folder);
  await oneScript(folder, 'production', 'src/entry.ts', {}, [buildInputs.ofBundle()]);
  put('src/text.py', 'print(2)');
  expect((await buildInputs.digests()).isSettled).toBe(false);
});

test('of the frame are modules of other rooms, too', async () => {
  const buildInputs = new BuildInputs(root);
  await oneScript(root, 'production', 'workers/sandbox/sandbox.ts', {}, [buildInputs.ofBundle()]);
  const { digests } = await buildInputs.digests();
  const modulesOfOtherRooms = [
    'src/judge/time-factor.ts',
    'src/judge/profiles/execution.ts',
    'src/base/error-message.ts',
  ];
  expect(Object.keys(digests)).toEqual(expect.arrayContaining(modulesOfOtherRooms));
  expect(Object.keys(digests)).not.toContain('src/node/build/make-screenshots.ts');
});
