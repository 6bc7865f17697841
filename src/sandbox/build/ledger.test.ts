/** Checks the ledger against the code: each change has a row, and the names in each row exist. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LEDGER } from '../ledger.ts';
import { MODULE_STEPS } from './module-steps.ts';

const ROOT = new URL('../../../', import.meta.url);
const inRoot = (path: string) => fileURLToPath(new URL(path, ROOT));
const names = LEDGER.map(({ name }) => name);
const files = new Set(LEDGER.flatMap((row) => row.files));

test('every name stands once, and every file and test is there', () => {
  expect(new Set(names).size).toBe(names.length);
  const paths = LEDGER.flatMap((row) => [...row.files, ...row.tests]);
  expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  for (const { tests } of LEDGER) expect(tests).not.toEqual([]);
});

test('the steps that change the module, and the rows that do, have the same names', () => {
  const rows = LEDGER.filter(({ changes }) => changes === 'module').map(({ name }) => name);
  expect(Object.keys(MODULE_STEPS)).toEqual(rows);
});

test('every step that the engine’s build takes from here is in the ledger', () => {
  const build = readFileSync(inRoot('src/node/build/engine-build.ts'), 'utf8');
  const steps = [...build.matchAll(/'\.\.\/\.\.\/(sandbox\/build\/.*?)'/g)].map(([, path]) => `src/${path!}`);
  expect(steps.length).toBeGreaterThan(2);
  const listedSteps = ['src/sandbox/build/module-steps.ts'];
  expect(steps.filter((path) => !files.has(path) && !listedSteps.includes(path))).toEqual([]);
});

test('the shims that the harness puts in, and the rows of functions, have the same names', () => {
  const shims = readFileSync(inRoot('src/sandbox/harness/shims.py'), 'utf8');
  const calledShims = [...shims.matchAll(/^(_\w+)\(\)$/gm)].map(([, name]) => name!);
  expect(calledShims.length).toBeGreaterThan(5);
  expect(calledShims.sort()).toEqual(names.filter((name) => name.startsWith('_')).sort());
});
