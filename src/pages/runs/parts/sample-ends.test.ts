import { expect, it } from 'vitest';
import { runRowOf, runVerdictOf } from '../../../../tests/builders/run.ts';
import { endName } from '../words/shared.ts';
import { endOf } from './sample-ends.ts';

it('says how a sample stands', () => {
  const ends = [
    endOf(runRowOf()),
    endOf(runRowOf({ failure: 'gone' })),
    endOf(runRowOf({ judged: runVerdictOf('no-code') })),
  ];
  expect(ends).toEqual(['waiting', 'failed', 'no-code']);
  expect(ends.map(endName)).toEqual(['Not judged yet', 'Failed', 'No code']);
});
