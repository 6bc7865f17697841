import { expect, it } from 'vitest';
import type { OwnRun } from '../../../judge/judge-options.ts';
import { ownRunText } from './own-input-state.svelte.ts';

const RAN = {
  type: 'ran',
  got: '',
  printed: '',
  stderr: '',
  error: null,
  flags: [],
  failure: null,
  milliseconds: 12,
  timeFactor: 1.5,
} as const;

it.each<readonly [OwnRun, string]>([
  [RAN, 'Finished in 12 ms.'],
  [{ ...RAN, got: null }, 'It ended after 12 ms. Its output is neither text nor plain data.'],
  [
    { ...RAN, failure: 'runtime-error', error: { name: 'KeyError', message: '', traceback: '' } },
    'It ended with KeyError after 12 ms.',
  ],
  [
    {
      ...RAN,
      failure: 'runtime-error',
      error: {
        name: 'TypeError',
        message: "f() missing 1 required positional argument: 'b'",
        traceback: '',
      },
    },
    "Python says: f() missing 1 required positional argument: 'b'. Write a call with as many arguments as the function takes.",
  ],
  [
    { ...RAN, failure: 'time-limit-exceeded', milliseconds: null },
    'It did not end within 9 s (limit of 6 s × 1.5 for this computer).',
  ],
  [{ ...RAN, failure: 'syntax-error', milliseconds: null }, 'Python cannot read this program.'],
  [{ type: 'refused', why: 'The input is too long: shorten it.' }, 'The input is too long: shorten it.'],
  [{ type: 'unloaded', message: 'reload the page' }, 'reload the page'],
  [{ type: 'stopped' }, 'Stopped.'],
])('says how it ended', (run, words) => {
  expect(ownRunText(run, 6)).toBe(words);
});
