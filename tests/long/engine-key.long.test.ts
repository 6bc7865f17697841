/** The engine is named by its bytes, and made again when, and only when, one of the files that it is made from has changed. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../src/node/bootstrap/root.mjs';

let folder = '';
let caches = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allpass-engine-'));
  const isProject = /^(src|workers|package(-lock)?\.json|tsconfig.*\.json)$/;
  for (const name of readdirSync(root).filter((each) => isProject.test(each)))
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.startsWith(join(root, 'src', 'datasets')),
    });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'build.ts'),
    `import { buildEngine } from './src/node/build/engine-build.ts';
    void buildEngine(import.meta.dirname, 'production', process.argv[2]).then(({ key, folder, files }) =>
      console.log(JSON.stringify({ key, folder, files })));`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Built {
  readonly key: string;
  readonly folder: string;
  readonly files: readonly string[];
}

const newCache = (): string => join(folder, `cache-${(caches += 1)}`);

/** In a process of its own: the build's code may have changed, too. */
async function build(cache: string): Promise<Built> {
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const args = [tsx, join(folder, 'build.ts'), cache];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return JSON.parse(stdout) as Built;
}

/** Returns the key with a change, which is undone. */
async function keyWith(cache: string, path: string, find: string, replace: string): Promise<string> {
  const text = readFileSync(join(folder, path), 'utf8');
  expect(text, path).toContain(find);
  writeFileSync(join(folder, path), text.replace(find, replace));
  try {
    return (await build(cache)).key;
  } finally {
    writeFileSync(join(folder, path), text);
  }
}

test('two builds of the same files have the same bytes, and so the same key', async () => {
  const [one, other] = [await build(newCache()), await build(newCache())];
  expect(other.key).toBe(one.key);
  expect(one.folder).not.toBe(other.folder);
  for (const name of one.files)
    expect(readFileSync(join(one.folder, name)).equals(readFileSync(join(other.folder, name))), name).toBe(
      true,
    );
});

test('the key changes with each kind of file that ends in the bytes, and with no other', async () => {
  const cache = newCache();
  const { key } = await build(cache);
  const changed = [
    // Modules of other rooms: of the frame, then of the worker.
    await keyWith(cache, 'src/judge/time-factor.ts', 'FACTOR = 1.6', 'FACTOR = 1.7'),
    await keyWith(cache, 'src/base/error-message.ts', 'error.name', '`${error.name}!`'),
    await keyWith(cache, 'src/base/embedded-module.ts', 'atob(text)', 'atob(text.trim())'),
    await keyWith(cache, 'src/sandbox/harness/harness.py', 'import atexit', 'CHANGED = 1\nimport atexit'),
    await keyWith(
      cache,
      'src/sandbox/build/compile-python.mjs',
      'workerData.script',
      "workerData.script.replace('2020', '2022')",
    ),
  ];
  expect(new Set([key, ...changed]).size).toBe(1 + changed.length);
  // The bundler leaves out comments: it is made again, and is the same.
  expect(await keyWith(cache, 'src/judge/time-factor.ts', '/**', '/** changed */\n/**')).toBe(key);
  const made = readdirSync(cache).filter((name) => name.startsWith('engine-'));
  expect(
    await keyWith(cache, 'src/node/build/make-screenshots.ts', 'import', 'const changed = 1;\nimport'),
  ).toBe(key);
  expect(readdirSync(cache).filter((name) => name.startsWith('engine-'))).toEqual(made);
  expect((await build(cache)).key).toBe(key);
});
