import { expect, test } from 'vitest';
import { runSideBySide } from './side-by-side.mjs';

interface Task {
  readonly name: string;
  readonly ticks: number;
  readonly cores?: number;
  readonly after?: readonly string[];
}

/** Returns the starts and ends of tasks, in order; a task lasts as many turns of the event loop as it names. */
async function story(tasks: readonly Task[], cores = 2): Promise<string> {
  const told: string[] = [];
  await runSideBySide(tasks, cores, async ({ name, ticks }) => {
    told.push(name);
    for (let tick = 0; tick < ticks; tick++) await new Promise((resolve) => setImmediate(resolve));
    told.push(`/${name}`);
  });
  return told.join(' ');
}

test('as many run as there are cores, and the next begins when one ends', async () => {
  const tasks = [
    { name: 'a', ticks: 5 },
    { name: 'b', ticks: 2 },
    { name: 'c', ticks: 9 },
  ];
  expect(await story(tasks)).toBe('a b /b c /a /c');
  expect(await story(tasks, 1)).toBe('a /a b /b c /c');
});

test('what comes after another one waits for it, and lets others pass', async () => {
  const tasks = [
    { name: 'build', ticks: 3 },
    { name: 'page', ticks: 1, after: ['build'] },
    { name: 'unit', ticks: 6 },
  ];
  expect(await story(tasks)).toBe('build unit /build page /page /unit');
  // The build was not requested.
  expect(await story(tasks.slice(1))).toBe('page unit /page /unit');
});

test('what needs every core runs alone, also where there are fewer', async () => {
  const tasks = [
    { name: 'a', ticks: 4 },
    { name: 'both', ticks: 1, cores: 2 },
    { name: 'b', ticks: 1 },
  ];
  expect(await story(tasks)).toBe('a b /b /a both /both');
  expect(await story(tasks, 1)).toBe('a /a both /both b /b');
});

test('a bug is told', async () => {
  await expect(runSideBySide([{ name: 'a' }], 2, () => Promise.reject(new Error('bug')))).rejects.toThrow(
    'bug',
  );
});
