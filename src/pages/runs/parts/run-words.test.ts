import { expect, it } from 'vitest';
import { runRowOf, runVerdictOf } from '../../../../tests/builders/run.ts';
import { endName, endOf, endWords, intervalWords, noMoreWords, reasonWords } from './run-words.ts';

it('says intervals', () => {
  expect([intervalWords({ low: 0.2, high: 0.301 }), intervalWords(null)]).toEqual(['20.0 to 30.1 %', '']);
});

it('says why a run stands still, and what to do', () => {
  expect(endWords({ type: 'halted', message: 'No key.', remedy: 'Set it.' })).toBe('No key. Set it.');
  expect(endWords({ type: 'spent', what: '5 minutes' })).toMatch(/^The budget is spent: 5 minutes\./);
  expect([endWords(null), endWords({ type: 'done' })]).toEqual([null, null]);
});

it('says what to do where nobody can be asked for more samples', () => {
  expect(noMoreWords({ source: { type: 'model', choice: 'x', label: 'x' } })).toBeNull();
  expect(noMoreWords({ source: { type: 'recorded' } })).toMatch(/are recorded/);
  expect(noMoreWords({ source: { type: 'answers', run: 'r', label: 'Mine' } })).toContain(
    'of Mine. Request more',
  );
  expect(noMoreWords({ source: { type: 'file', name: 'a.jsonl' } })).toContain('from a.jsonl. Import a file');
});

it('says how a sample stands', () => {
  const ends = [
    endOf(runRowOf()),
    endOf(runRowOf({ failure: 'gone' })),
    endOf(runRowOf({ judged: runVerdictOf('no-code') })),
  ];
  expect(ends).toEqual(['waiting', 'failed', 'no-code']);
  expect(ends.map(endName)).toEqual(['Not judged yet', 'Failed', 'No code']);
});

it('gives the reason for a verdict in one line', () => {
  const wrong = { ...runVerdictOf('wrong-answer'), firstFailed: 2 };
  const firstFailure = { input: '1', expected: '1\n2\n', got: '' };
  expect(reasonWords(runRowOf({ failure: 'No reply.' }))).toBe('No reply.');
  expect(reasonWords(runRowOf({ judged: { ...wrong, firstFailure } }))).toBe(
    'test 3: expected 1 ⏎ 2, got nothing',
  );
  // Judged by an earlier version.
  expect(reasonWords(runRowOf({ judged: wrong }))).toBe('test 3');
  expect(reasonWords(runRowOf({ judged: { ...wrong, error: 'AssertionError: three' } }))).toBe(
    'AssertionError: three',
  );
});
