/** Programs whose fate depends on Python's version, judged as native Python 3.11 ran them (tests/python-3.11). */
import { afterAll, expect, test } from 'vitest';
import { Judge } from '../../src/judge/judge.ts';
import { findProfile } from '../../src/judge/profiles/custom.ts';
import { STANDARD } from '../../src/judge/profiles/profiles.ts';
import type { Problem } from '../../src/domain/problem.ts';
import { options } from '../builders/echoing.ts';
import { problemOf } from '../builders/problem.ts';
import native from '../python-3.11/native.json';
import { makeSandbox } from './sandbox.ts';

interface Recorded {
  readonly name: string;
  readonly source: string;
  readonly stdout: string;
  /** The exception that ended it; '' for a normal end. */
  readonly raised: string;
}

const runner = makeSandbox();
const judge = new Judge(runner);
afterAll(() => runner.dispose());

const withoutAddresses = (text: string) => text.replaceAll(/0x[0-9a-f]+/g, '0x');

/** Matches programs that need a module that is missing here. */
const GONE = /^gone: /;

const script = problemOf({ tests: [{ input: '', output: '' }] });

const judged = (code: string, profile = STANDARD, problem: Problem = script) =>
  judge.judge(problem, { kind: 'program', code }, options({ stopAtFirstFailure: true, profile }));

async function outcomeOf(source: string): Promise<Omit<Recorded, 'name' | 'source'>> {
  const [result] = (await judged(source)).tests;
  return { stdout: withoutAddresses(result?.got ?? ''), raised: result?.error?.name ?? '' };
}

test('every recorded program does what it did under native Python 3.11', async () => {
  const recorded: readonly Recorded[] = native;
  expect(recorded.length).toBeGreaterThan(120);
  const different: unknown[] = [];
  for (const { name, source, ...expected } of recorded.filter((row) => !GONE.test(row.name))) {
    const found = await outcomeOf(source);
    if (JSON.stringify(found) !== JSON.stringify(expected)) different.push({ name, expected, found });
  }
  expect(different).toEqual([]);
});

test.for(native.filter(({ name }) => GONE.test(name)))(
  '$name: runs under 3.11, and its failure here is the judge’s',
  async ({ name, source, raised }) => {
    expect(raised).toBe('');
    const report = await judged(source);
    expect(report).toMatchObject({ verdict: 'judge-error', reward: null });
    expect(report.error).toMatch(/^the program needs .* native Python/);
    for (const profile of ['rllm', 'lcb', 'reward-kit', 'open-r1']) {
      expect((await judged(source, findProfile(profile)!)).reward, profile).toBeNull();
    }
    const newest = await judged(source, findProfile('custom:python=newest')!);
    // A module that no browser has is missing in every version.
    expect(newest.reward).toBe(/pwd|rocess|exponent|operator/.test(source + name) ? null : 0);
  },
);

const LYING = `
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __str__(self): return ''
    def __repr__(self): return ''
    def __getattribute__(self, name): raise ValueError(name)`;

test.for([
  ['list', '[1, 2]', '[1,2]'],
  ['tuple', '(1, 2)', '[1,2]'],
  ['str', '"ab"', '"ab"'],
  ['dict', '{"a": 1}', '{"a":1}'],
  ['int', '5', '5'],
  ['float', '2.5', '2.5'],
] as const)(
  'a returned subclass of %s counts as what it holds, whatever it says',
  async ([base, held, output]) => {
    const code = `class Meta(type):
    def __eq__(self, other): return True
    def __hash__(self): return 0
class X(${base}, metaclass=Meta):${LYING}
def f(x): return X(${held})`;
    const tests = [{ input: '[0]', output }];
    const report = await judged(code, STANDARD, problemOf({ mode: 'call', functionName: 'f', tests }));
    expect(report.error).toBeNull();
    expect(report.verdict).toBe('accepted');
  },
);

test.for(['standard', 'rllm', 'lcb', 'reward-kit', 'open-r1'])(
  'annotations are evaluated under the rules of %s, too',
  async (name) => {
    const code = 'class Node:\n    def add(self, other: Node): return other\ndef f(x): return x';
    for (const problem of [
      script,
      problemOf({ mode: 'call', functionName: 'f', tests: [{ input: '[1]', output: '1' }] }),
    ]) {
      const report = await judged(code, findProfile(name)!, problem);
      // In a grader's wrapper, the class is a function's local.
      expect(report.error).toMatch(/^NameError: .*'Node'/);
    }
  },
);
