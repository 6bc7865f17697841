import { expect, it } from 'vitest';
import { progressMark } from '../../domain/problem.ts';
import { progressWords } from './progress-words.ts';

it.each([
  [undefined, 'untouched', 'not started'],
  [{ own: 'solved', model: 'failed' }, 'solved', 'solved by you; not solved by a model'],
  [{ own: 'failed', recorded: 'solved' }, 'failed', 'tried by you, not solved; an example solves it'],
  [{ recorded: 'solved' }, 'answered', 'an example solves it'],
  [{ earlier: 'solved' }, 'solved', 'solved in an earlier version, its author was not stored'],
] as const)('the mark of %o is %s', (progress, mark, words) => {
  expect([progressMark(progress), progressWords(progress)]).toEqual([mark, words]);
});
