import { expect, it } from 'vitest';
import type { Sample } from '../../../domain/submission.ts';
import { Agreement } from './grade-summary.ts';

const sample = (id: string, passedElsewhere?: boolean): Sample => ({
  problemId: 'p',
  set: null,
  id,
  submission: { kind: 'program', code: '' },
  ...(passedElsewhere === undefined ? {} : { passedElsewhere }),
});

it('counts what both say, and names each difference', () => {
  const agreement = new Agreement();
  expect(agreement.rows).toEqual([]);
  agreement.add(sample('0', true), 'accepted', 1);
  agreement.add(sample('1', false), 'wrong-answer', 0);
  agreement.add(sample('2', true), 'wrong-answer', 0);
  agreement.add(sample('3', false), 'accepted', 1);
  // Not comparable: one sample has no verdict in the file, the other has no reward.
  agreement.add(sample('4'), 'accepted', 1);
  agreement.add(sample('5', true), 'judge-error', null);
  expect(agreement.rows).toEqual([
    ['agreement', '2 of 4 as in the file, 50.0 %'],
    ['', 'p, 2: passed there, wrong-answer here'],
    ['', 'p, 3: failed there, accepted here'],
  ]);
  for (let at = 0; at < 30; at++) agreement.add(sample(`x${at}`, true), 'no-code', 0);
  expect(agreement.rows).toHaveLength(22);
  expect(agreement.rows.at(-1)).toEqual(['', 'and 12 more: their rows have passed_elsewhere']);
});
