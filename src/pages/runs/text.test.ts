import { expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import { intervalText, noMoreSamples, reasonText, stopReason } from './text.ts';

it('writes intervals', () => {
  expect([intervalText({ low: 0.2, high: 0.301 }), intervalText(null)]).toEqual(['20.0 to 30.1 %', '']);
});

it('gives the reason why a run stopped, and the remedy', () => {
  expect(stopReason({ type: 'halted', why: 'No key. Set it.' })).toBe('No key. Set it.');
  expect(stopReason({ type: 'spent', budget: '5 minutes' })).toMatch(/^The budget is spent: 5 minutes\./);
  expect([stopReason(null), stopReason({ type: 'done' })]).toEqual([null, null]);
});

it('gives the remedy for a run that cannot have more samples', () => {
  expect(noMoreSamples(runOf({ source: { type: 'model', choice: 'x', label: 'x' } }))).toBeNull();
  expect(noMoreSamples(runOf({ source: { type: 'recorded' } }))).toMatch(/are recorded/);
  expect(noMoreSamples(runOf({ source: { type: 'answers', run: 'r', label: 'Mine' } }))).toContain(
    'of Mine. Request more',
  );
  expect(noMoreSamples(runOf({ source: { type: 'file', name: 'a.jsonl' } }))).toContain(
    'from a.jsonl. Import a file',
  );
});

it('gives the reason for a verdict in one line', () => {
  const wrongVerdict = { ...runVerdictOf('wrong-answer'), firstFailed: 2 };
  const firstFailure = { input: '1', expected: '1\n2\n', got: '' };
  expect(reasonText(runRowOf({ failure: 'No reply.' }))).toBe('No reply.');
  expect(reasonText(runRowOf({ judged: { ...wrongVerdict, firstFailure } }))).toBe(
    'test 3: expected 1 ⏎ 2, got nothing',
  );
  // A verdict of an earlier version.
  expect(reasonText(runRowOf({ judged: wrongVerdict }))).toBe('test 3');
  expect(reasonText(runRowOf({ judged: { ...wrongVerdict, error: 'AssertionError: three' } }))).toBe(
    'AssertionError: three',
  );
});
