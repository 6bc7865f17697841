import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { RecordedAnswer } from '../../../domain/answer.ts';
import type { JudgePort, OwnRunPort } from '../../../judge/judge.ts';
import type { OwnRun } from '../../../judge/judge-options.ts';
import { GYM_MUTANTS, mutantOf, tryToKill } from './mutants.ts';
import { programIn } from './recorded-submission.ts';

const PROBLEMS = join(import.meta.dirname, '../../../../public/problems');

it('each mutant is its accepted program with one other line', () => {
  const judge = new ScriptedJudge();
  for (const mutant of GYM_MUTANTS) {
    const answers = JSON.parse(
      readFileSync(join(PROBLEMS, `${mutant.problem}.answers.json`), 'utf8'),
    ) as readonly RecordedAnswer[];
    const accepted = programIn(answers.find(({ kind }) => kind === 'right')!.raw, judge);
    const [before, after] = [accepted, mutantOf(accepted, mutant)].map((code) => code.split('\n'));
    expect(before!.flatMap((line, at) => (line === after![at] ? [] : [at + 1]))).toEqual([mutant.line]);
  }
  expect(() => mutantOf('a\nb', { line: 2, oldText: 'a', newText: 'c' })).toThrow('line 2');
});

const RAN = {
  type: 'ran',
  milliseconds: 1,
  timeFactor: 1,
  printed: '',
  stderr: '',
  error: null,
  flags: [],
} as const;
const PROGRAMS = { accepted: 'accepted', mutant: 'mutant' };
const never = new AbortController().signal;

/** @param run the run of the accepted program */
function judgeOf(run: OwnRun, verdict: 'accepted' | 'wrong-answer' | 'judge-error' = 'wrong-answer') {
  const seen: unknown[] = [];
  const judge: JudgePort & OwnRunPort = {
    extract: () => ({ found: false, how: '' }),
    runOwn: () => Promise.resolve(run),
    judge: ({ tests, publicTests }, submission) => {
      seen.push({ tests, publicTests, submission });
      return Promise.resolve(reportOf([verdict], { error: verdict === 'judge-error' ? 'gone' : null }));
    },
  };
  return { judge, seen };
}

it('judges the mutant on the input, with the output of the accepted program as the expected one', async () => {
  const call = problemOf({ mode: 'call', functionName: 'f', tests: [{ input: '[1]', output: '2' }] });
  const { judge, seen } = judgeOf({ ...RAN, failure: null, got: "[1, 'a']" });
  expect(await tryToKill(judge, call, PROGRAMS, 'f(3)', never)).toMatchObject({
    ...{ type: 'judged', isKilled: true, expected: "[1, 'a']" },
  });
  expect(seen).toEqual([
    {
      tests: [{ input: '[3]', output: '[1,"a"]' }],
      publicTests: 1,
      submission: { kind: 'program', code: 'mutant' },
    },
  ]);
  const alive = judgeOf({ ...RAN, failure: null, got: '1\n' }, 'accepted');
  expect(await tryToKill(alive.judge, problemOf(), PROGRAMS, '3', never)).toMatchObject({ isKilled: false });
});

it('an input on which the accepted program fails kills nothing', async () => {
  const error = { name: 'ValueError', message: 'bad', traceback: '' };
  const runs: readonly (readonly [OwnRun, RegExp])[] = [
    [{ ...RAN, failure: 'runtime-error', got: '', error }, /^This input is not valid: .*ValueError/],
    [{ ...RAN, failure: 'judge-error', got: null }, /^The judge failed/],
    [{ ...RAN, failure: null, got: null }, /prints no text/],
    [{ ...RAN, failure: null, got: 'x'.repeat(20_000) }, /too long/],
    [{ type: 'refused', why: 'No call.' }, /^No call\.$/],
  ];
  for (const [run, why] of runs) {
    const { judge, seen } = judgeOf(run);
    const result = await tryToKill(judge, problemOf(), PROGRAMS, '3', never);
    expect(result.type === 'invalid' && result.why).toMatch(why);
    expect(seen).toEqual([]);
  }
  const broken = judgeOf({ ...RAN, failure: null, got: '1' }, 'judge-error');
  expect(await tryToKill(broken.judge, problemOf(), PROGRAMS, '3', never)).toMatchObject({ type: 'invalid' });
  expect(await tryToKill(broken.judge, problemOf(), PROGRAMS, '3', AbortSignal.abort())).toEqual({
    type: 'stopped',
  });
});
