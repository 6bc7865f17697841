import { expect, test } from 'vitest';
import { listStages, parseStages, runSideBySide } from './tests.mjs';

const names = (...args: string[]) => parseStages(args).map((stage) => stage.name);
const SHORT = ['build', 'browser', 'node', 'models', 'unit', 'e2e'];
const LONG = ['corpora', 'weights', 'walks', 'firefox', 'whole', 'journeys'];

test('the short tier is what runs unless more is asked for', () => {
  expect(names()).toEqual(SHORT);
  expect(names('long')).toEqual(LONG);
  expect(names('long', 'short')).toEqual([...SHORT, ...LONG]);
});

test('clones, clusters and other browsers are tiers of their own', () => {
  expect(names('browsers')).toEqual(['browsers']);
  expect(names('fresh', 'cluster')).toEqual(['cluster', 'fresh']);
});

test('a list shows the command of each stage', () => {
  expect(listStages(parseStages(['unit', 'build', 'serve']))).toEqual([
    'build: vite/bin/vite.js build',
    expect.stringMatching(/^unit: vitest\/vitest\.mjs run --project=unit --project=runes /),
    expect.stringMatching(/^serve: vitest\/vitest\.mjs run --project=servers /),
  ]);
});

test('stages run in their own order, each once', () => {
  expect(names('e2e', 'unit')).toEqual(['unit', 'e2e']);
  expect(names('firefox', 'long')).toEqual(LONG);
});

test('a stage that does not exist is named', () => {
  expect(() => parseStages(['unit', 'units'])).toThrow('“units”');
});

test('CPython’s tests run in whole, or every eighth module of them', () => {
  expect(names('cpython')).toEqual(['cpython']);
  expect(names('suite')).toEqual(['suite']);
});

interface Task {
  readonly name: string;
  readonly ticks: number;
  readonly cores?: number;
  readonly page?: boolean;
}

/** Returns the starts and ends of tasks in order. A task lasts `ticks` iterations of the event loop. */
async function eventsOf(tasks: readonly Task[], cores = 2): Promise<string> {
  const events: string[] = [];
  await runSideBySide(tasks, cores, async ({ name, ticks }) => {
    events.push(name);
    for (let tick = 0; tick < ticks; tick++) await new Promise((resolve) => setImmediate(resolve));
    events.push(`/${name}`);
  });
  return events.join(' ');
}

test('as many stages run as there are cores, and the next begins when one ends', async () => {
  const tasks = [
    { name: 'a', ticks: 5 },
    { name: 'b', ticks: 2 },
    { name: 'c', ticks: 9 },
  ];
  expect(await eventsOf(tasks)).toBe('a b /b c /a /c');
  expect(await eventsOf(tasks, 1)).toBe('a /a b /b c /c');
});

test('a stage that needs the page waits for the build, and lets others pass', async () => {
  const tasks = [
    { name: 'build', ticks: 3 },
    { name: 'page', ticks: 1, page: true },
    { name: 'unit', ticks: 6 },
  ];
  expect(await eventsOf(tasks)).toBe('build unit /build page /page /unit');
  // The tasks do not include the build.
  expect(await eventsOf(tasks.slice(1))).toBe('page unit /page /unit');
});

test('a stage that needs every core runs alone, on fewer cores too', async () => {
  const tasks = [
    { name: 'a', ticks: 4 },
    { name: 'both', ticks: 1, cores: 2 },
    { name: 'b', ticks: 1 },
  ];
  expect(await eventsOf(tasks)).toBe('a b /b /a both /both');
  expect(await eventsOf(tasks, 1)).toBe('a /a both /both b /b');
});

test('an exception of a stage ends the run', async () => {
  await expect(runSideBySide([{ name: 'a' }], 2, () => Promise.reject(new Error('bug')))).rejects.toThrow(
    'bug',
  );
});
