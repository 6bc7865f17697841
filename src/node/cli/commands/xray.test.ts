import { expect, it } from 'vitest';
import type { XrayLine } from '../../../judge/protocol/driver-page.ts';
import type { Reward } from '../../../domain/verdict.ts';
import { XraySummary } from './xray.ts';

const FACTS = { seconds: 2, retried: 0, kept: 0, workers: 1, browser: 'chromium', output: null } as const;

function line(profile: string, reward: Reward, ...choices: readonly string[]): XrayLine {
  const cause = choices.length === 0 ? null : { choices, says: '', source: '' };
  const verdict = reward === 1 ? 'accepted' : reward === 0 ? 'wrong-answer' : 'judge-error';
  const tests = { testsRun: 1, testsPassed: 1, testsTotal: 1 };
  return { profile, block: null, verdict, reward, ...tests, timeFactor: 1.5, cause };
}

it('the summary of an X-ray has a line for each profile, with the choices that made a difference', () => {
  const summary = new XraySummary();
  summary.add('p', 'taco', [
    line('standard', 1),
    line('rllm', 0, 'extract'),
    line('lcb', 0, 'extract', 'execute'),
  ]);
  summary.add('p', 'taco', [line('standard', 1), line('rllm', 1), line('lcb', 0, 'execute')]);
  summary.add('q', 'apps', [line('standard', 0), line('rllm', null), line('lcb', 0)]);
  summary.addUnknown();
  expect(summary.soFar).toBe('graders disagree on 2');
  expect(summary.unjudged).toBe(2);
  expect(summary.lines(FACTS)).toEqual([
    'compared    4 samples of 2 problems; graders disagree on 2',
    'verdicts    accepted 2, wrong-answer 1, unknown-problem 1; by the standard profile',
    'no reward   2 samples, under one profile at least; their rows say which',
    'by profile  profile   mean reward  pass@1  unlike standard  cause',
    '            standard        0.667  50.0 %                0',
    '            rllm            0.500  50.0 %                1  extract 1',
    '            lcb             0.000   0.0 %                2  execute 2, extract 1',
    'by set      taco 1.000, apps 0.000; mean reward by the standard profile',
    'time        2 s, 2.0 samples/s',
    'machine     time limits × 1.50; 1 worker, chromium',
  ]);
});

it('an X-ray of samples without a problem has no table', () => {
  const summary = new XraySummary();
  summary.addUnknown();
  expect(summary.lines(FACTS).map((text) => text.split(' ')[0])).toEqual([
    'compared',
    'verdicts',
    'no',
    'time',
    'machine',
  ]);
});

it('what only teaches parts no graders, but has its line', () => {
  const summary = new XraySummary();
  summary.add('p', 'taco', [line('standard', 0), line('rllm', 0), line('fractional', 0.5, 'score')]);
  expect(summary.soFar).toBe('graders disagree on 0');
  expect(summary.lines(FACTS).some((text) => /fractional +0\.500 .* 1 +score 1$/.test(text))).toBe(true);
});
