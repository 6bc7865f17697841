import { expect, it } from 'vitest';
import { runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import {
  durationWords,
  endName,
  endOf,
  endWords,
  intervalWords,
  noMoreWords,
  percent,
  timeWords,
} from './run-words.ts';

it('says shares and their intervals', () => {
  expect([percent(0.2345), percent(null)]).toEqual(['23.4 %', '–']);
  expect([intervalWords({ low: 0.2, high: 0.301 }), intervalWords(null)]).toEqual(['20.0 to 30.1 %', '']);
});

it('says why a run stands still, and what to do', () => {
  expect(endWords({ type: 'halted', message: 'No key.', remedy: 'Set it.' })).toBe('No key. Set it.');
  expect(endWords({ type: 'spent', what: '5 minutes' })).toMatch(/^The budget is spent: 5 minutes\./);
  expect([endWords(null), endWords({ type: 'done' })]).toEqual([null, null]);
});

it('says what to do where nobody can be asked for more samples', () => {
  expect(noMoreWords({ source: { type: 'model', choice: 'x', label: 'x' } })).toBeNull();
  expect(noMoreWords({ source: { type: 'recorded' } })).toMatch(/come with the page\.$/);
  expect(noMoreWords({ source: { type: 'answers', run: 'r', label: 'Mine' } })).toContain('of Mine: once');
  expect(noMoreWords({ source: { type: 'file', name: 'a.jsonl' } })).toContain('from a.jsonl: make a run');
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

it('says times in the unit that fits', () => {
  expect([3.14, 480, 4_812, 130_000, null].map(timeWords)).toEqual([
    '3.1 ms',
    '480 ms',
    '4.8 s',
    '2 min',
    '–',
  ]);
  expect([41.4, 840, 4_800].map(durationWords)).toEqual(['41 s', '14 min', '1 h 20 min']);
});
