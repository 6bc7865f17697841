import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { completionOf } from '../../tests/builders/completion.ts';
import { reportOf } from '../../tests/builders/report.ts';
import type { Completion } from './completion.ts';
import type { Judgement } from './judgement.ts';
import {
  type Continuation,
  type Sample,
  type Submission,
  type SubmissionKind,
  submissionOf,
  nothingToJudge,
} from './submission.ts';
import { problemOf } from '../../tests/builders/problem.ts';

const PROGRAM: Submission = { kind: 'program', code: 'print(1)\n' };
const COMPLETION: Submission = {
  kind: 'completion',
  completion: completionOf('no code', { reasoning: 'hm' }),
};

describe('a submission', () => {
  it('is a program or a completion, and never both', () => {
    expectTypeOf<SubmissionKind>().toEqualTypeOf<'program' | 'completion'>();
    expectTypeOf<Extract<Submission, { kind: 'program' }>>().not.toHaveProperty('completion');
    expectTypeOf<Extract<Submission, { kind: 'completion' }>['completion']>().toEqualTypeOf<Completion>();
    expectTypeOf<{ kind: 'answer'; completion: Completion }>().not.toExtend<Submission>();
  });

  it.for([PROGRAM, COMPLETION])('crosses to another page as plain JSON: %j', (submission) => {
    expect(JSON.parse(JSON.stringify(submission))).toEqual(submission);
    expect(structuredClone(submission)).toEqual(submission);
  });
});

test('a judgement is stored with the kind of what was judged', () => {
  expectTypeOf<Judgement['kind']>().toEqualTypeOf<SubmissionKind>();
  expectTypeOf<Judgement>().not.toHaveProperty('origin');
  const judgement: Judgement = {
    report: reportOf(['accepted', 'not-run']),
    kind: PROGRAM.kind,
    scope: 'public',
    milliseconds: 1.5,
  };
  expect(structuredClone(judgement)).toEqual(judgement);
});

test('a sample is a submission, or the rest of one, with its names', () => {
  expectTypeOf<Exclude<Sample['submission'], Continuation>>().toEqualTypeOf<Submission>();
  const sample: Sample = { problemId: 'p', set: null, id: '7', submission: COMPLETION };
  expect(Object.keys(sample)).toEqual(['problemId', 'set', 'id', 'submission']);
});

const DEF = 'def add(a, b):\n    """Adds."""\n';
const sample = (submission: Sample['submission']): Sample => ({
  problemId: 'p',
  set: null,
  id: '0',
  submission,
});
const body = sample({ kind: 'continuation', text: '    return a + b\n' });

it('what continues a prompt is a program with the code that its problem begins with', () => {
  const whole = { kind: 'program', code: `${DEF}    return a + b\n` };
  expect(submissionOf(body, problemOf({ mode: 'call', starterCode: DEF, prompt: 'Add.' }))).toEqual(whole);
  expect(submissionOf(body, problemOf({ mode: 'assert', prompt: DEF }))).toEqual(whole);
});

it('a statement in prose is not continued', () => {
  const script = sample({ kind: 'continuation', text: 'print(1)' });
  expect(submissionOf(script, problemOf({ prompt: 'Print 1.' }))).toEqual({
    kind: 'program',
    code: 'print(1)',
  });
});

it('a program stays as it is', () => {
  expect(submissionOf(sample({ kind: 'program', code: 'x' }), problemOf({ starterCode: DEF }))).toEqual({
    kind: 'program',
    code: 'x',
  });
});

const STARTER = 'class Solution:\n    def f(self, x):\n        pass\n';

describe('nothingToJudge', () => {
  it.each([
    ['', '', 'empty'],
    [' \n\t\r\n', STARTER, 'empty'],
    [STARTER, STARTER, 'starter'],
    [`${STARTER.replaceAll('\n', '   \n')}\n\n`, STARTER, 'starter'],
    ['# todo\n\n   # more', '', 'comments'],
    ['# read n\n', '# read n', 'starter'],
  ])('%j with the starter %j: %s', (code, starter, reason) => {
    expect(nothingToJudge(code, starter)).toBe(reason);
  });

  it.each([
    ['pass', ''],
    ['print(1) # one', ''],
    [STARTER.replace('pass', 'return x'), STARTER],
    [STARTER, ''],
    ['"#"', ''],
    ['#\nprint(1)', '#'],
    ['"" "\n# text\n" ""', ''],
  ])('judges %j with the starter %j', (code, starter) => {
    expect(nothingToJudge(code, starter)).toBe(null);
  });
});
