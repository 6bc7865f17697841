import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildReason, isPageSource, sourceDigest, STAMP } from './page-build.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'allpass-build-'));
  put('src/app/main.ts', 'start();');
  put('package-lock.json', '{}');
  put('vite.config.ts', 'base');
});

afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Writes the files of a build. */
function build(): void {
  put('dist/index.html', '<!doctype html>');
  put(`dist/${STAMP}`, sourceDigest(folder));
}

const reason = () => buildReason(join(folder, 'dist'), sourceDigest(folder));

test('a page is built when there is none, or the last build broke off', () => {
  expect(reason()).toBe('there is none yet');
  put('dist/index.html', '<!doctype html>');
  expect(reason()).toBe('the last build was not finished');
  build();
  expect(reason()).toBeUndefined();
});

test.each([
  ['a module', 'src/app/main.ts'],
  ['a new file', 'src/pages/New.svelte'],
  ['a worker', 'workers/gpu.worker.ts'],
  ['a problem', 'public/problems/index.json'],
  ['the version', 'package.json'],
  ['the versions of libraries', 'package-lock.json'],
  ['the configuration', 'vite.config.ts'],
  ['the build’s own code', 'src/node/build/engine-build.ts'],
  ['what the build’s own code imports', 'src/node/bootstrap/root.mjs'],
])('%s makes the build an old one', (_, path) => {
  build();
  put(path, 'changed');
  expect(reason()).toBe('its sources have changed');
  expect(isPageSource(path)).toBe(true);
});

test('so does a file that is gone', () => {
  build();
  rmSync(join(folder, 'src/app/main.ts'));
  expect(reason()).toBe('its sources have changed');
});

test.each(['src/app/main.test.ts', 'src/models/README.md', 'src/node/cli/cli.ts', 'README.md', 'tests/x.ts'])(
  '%s is no part of the page',
  (path) => {
    build();
    put(path, 'changed');
    expect(reason()).toBeUndefined();
    expect(isPageSource(path)).toBe(false);
  },
);

test('times mean nothing, as a checkout sets them at will', () => {
  build();
  utimesSync(join(folder, 'src/app/main.ts'), new Date(), new Date());
  expect(reason()).toBeUndefined();
});
