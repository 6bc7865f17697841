import { spawnSync } from 'node:child_process';
import { afterAll, expect, it, vi } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { reportOf, resultOf } from '../../../tests/builders/report.ts';
import { CHECKS } from '../../domain/strength.ts';
import type { JudgeReport, TestVerdict } from '../../domain/verdict.ts';
import type { JudgeOptions } from '../../judge/judge-options.ts';
import type { Judge } from '../../judge/judge.ts';
import type { Runner } from '../../judge/runner.ts';
import { certificateCard } from './certificate-card.ts';
import { certify } from './certificate.ts';
import { inOtherOrders } from './executions.ts';
import { measureStrength, type StrengthResult } from './test-strength.ts';

vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('./test-strength.ts', async (load) => ({ ...(await load<object>()), measureStrength: vi.fn() }));
vi.mock('./inputs.ts', async (load) => ({
  ...(await load<object>()),
  InputSource: class {
    constructor() {
      throw new RangeError('Maximum call stack size exceeded');
    }
  },
}));

const PROBLEM = problemOf({
  tests: [
    { input: '1\n', output: '1\n' },
    { input: '2\n', output: '2\n' },
    { input: '3\n', output: '5\n' },
  ],
});

/** Returns the findings on solutions whose reports come from a function. */
async function findingsOf(solutions: readonly string[], report: (code: string) => JudgeReport) {
  const judge: Pick<Judge, 'judge'> = {
    judge: async (_, submission) => report(submission.kind === 'program' ? submission.code : ''),
  };
  const options = {
    signal: new AbortController().signal,
    mutants: 0,
    comparesGraders: false,
    hardens: false,
  };
  const row = await certify(judge as Judge, {} as Runner, PROBLEM, solutions, [], options);
  return row.findings.map(({ check, tests }) => ({ check, tests }));
}

it.each([
  ['print(n if random.random() < 2 else 0)', [{ check: 'semantic.replayability', tests: [1] }]],
  ['print({n}.pop())', []],
])(
  'a program that the change for other orders breaks is unstable only by itself: %s',
  async (code, found) => {
    let runs = 0;
    const findings = await findingsOf([code], (each) => {
      const second: TestVerdict = each === code && ++runs < 5 ? 'accepted' : 'wrong-answer';
      return reportOf(['accepted', second, 'accepted']);
    });
    expect(findings).toEqual(found);
  },
);

it('outputs agree by the rule that compares them, against an expected one', async () => {
  const outputs = new Map([
    ['one', '3\n'],
    ['other', '3.0'],
  ]);
  const findings = await findingsOf([...outputs.keys()], (code) => {
    const got = outputs.get(code) ?? '';
    const report = reportOf(['accepted', 'accepted', 'wrong-answer']);
    return { ...report, tests: [...report.tests.slice(0, 2), resultOf(2, 'wrong-answer', { got })] };
  });
  expect(findings).toContainEqual({ check: 'tests.expected_output', tests: [2] });
});

it.each([
  // The same program twice, saved with and without a last line feed.
  [['print(3)', 'print(3)\n']],
  // The second one fails another test, too.
  [['print(3)', 'print(3 + FAULT)']],
])('solutions that do not show a wrong output: %j', async (solutions) => {
  const findings = await findingsOf(solutions, (code) => {
    const first = code.includes('FAULT') ? 'wrong-answer' : 'accepted';
    const report = reportOf([first, 'accepted', 'accepted', 'accepted', 'wrong-answer']);
    return { ...report, tests: [...report.tests.slice(0, 4), resultOf(4, 'wrong-answer', { got: '3' })] };
  });
  expect(findings).toEqual([{ check: 'semantic.oracle_max', tests: [expect.any(Number)] }]);
});

it.each([
  [null, '0.50', 'tests.repetition'],
  [null, '0.51', 'tests.contradiction'],
  ['tokens', '0.51', 'tests.contradiction'],
  ['def check(): ...', '0.51', 'tests.repetition'],
])('one input twice, compared by %j: 0.5 and %s', async (checker, output, check) => {
  const tests = [
    { input: '1', output: '0.5' },
    { input: '1\n', output },
  ];
  const { findings } = await rowOf(problemOf({ tests, checker }));
  expect(findings).toMatchObject([{ check, tests: [0, 1] }]);
});

/** Returns the row of a problem with an accepted solution whose strength is measured with a result. */
async function rowOf(problem = PROBLEM, measured: StrengthResult | null = null) {
  if (measured !== null) vi.mocked(measureStrength).mockResolvedValueOnce(measured);
  const judge: Pick<Judge, 'judge'> = {
    judge: async (_, submission) => {
      const isSolution = submission.kind === 'program' && submission.code === 'print(1)';
      return reportOf(problem.tests.map(() => (isSolution ? 'accepted' : 'wrong-answer')));
    },
  };
  const options = {
    signal: new AbortController().signal,
    comparesGraders: false,
    hardens: measured !== null,
  };
  const mutants = measured === null ? 0 : 5;
  return certify(judge as Judge, {} as Runner, problem, ['print(1)'], [], { ...options, mutants });
}

it('many solutions are each judged until a time-out, and ten different ones are run further', async () => {
  const solutions = Array.from({ length: 13 }, (_, at) => `print(${at % 12})`);
  const judged: JudgeOptions[] = [];
  const judge: Pick<Judge, 'judge'> = {
    judge: async (_, __, options): Promise<JudgeReport> => {
      judged.push(options);
      return reportOf(['accepted', 'accepted', 'accepted']);
    },
  };
  vi.mocked(measureStrength).mockClear();
  vi.mocked(measureStrength).mockResolvedValueOnce({
    type: 'unmeasured',
    reason: 'The problem has no tests.',
  });
  const options = {
    signal: new AbortController().signal,
    mutants: 5,
    comparesGraders: false,
    hardens: false,
  };
  const row = await certify(judge as Judge, {} as Runner, PROBLEM, solutions, [], options);
  expect([row.solutions, row.accepted]).toEqual([13, 13]);
  expect(judged.slice(0, 13)).toEqual(
    solutions.map(
      () => expect.objectContaining({ stopAtFirstFailure: false, stopAtTimeOut: true }) as object,
    ),
  );
  expect(vi.mocked(measureStrength).mock.calls[0]![2]).toEqual(solutions.slice(0, 10));
});

it('a search for tests that throws ends no other check', async () => {
  const strength = { mutants: 2, killed: 2, survivors: [], idle_tests: [], smallest: [0] };
  const left_out = { broken: 0, equal: 0, hanging: 0 };
  const row = await rowOf(PROBLEM, { type: 'measured', strength: { ...strength, left_out } });
  expect(row.strength?.killed).toBe(2);
  expect(row.not_hardened).toBe('The search for tests failed (Maximum call stack size exceeded).');
});

it('a row is made again if the judge failed on the mutants, and not if they cannot be compared', async () => {
  const reason = 'The judge failed on some of the mutants: measure again.';
  const failed = await rowOf(PROBLEM, { type: 'unmeasured', reason, unjudged: 'some of the mutants' });
  expect(failed).toMatchObject({ unmeasured: reason, error: 'the judge failed on some of the mutants' });
  const final = await rowOf(PROBLEM, { type: 'unmeasured', reason: 'The problem has no tests.' });
  expect(final).toMatchObject({ unmeasured: 'The problem has no tests.', error: null });
});

it.each([
  // Both runs of the fastest solution are close to 1.5 times the limit of the problem, which this machine gets.
  ['close to', [900, 810], 'an accepted program needs 54.0 % of the time limit on test 2'],
  ['in its first run close to', [900, 700], null],
  ['far from', [700], null],
])('a reference that is %s the time limit', async (_, milliseconds, message) => {
  const times = [1400, ...milliseconds];
  const judge: Pick<Judge, 'judge'> = {
    judge: async (_, submission) => {
      const isSolution = submission.kind === 'program' && submission.code.startsWith('print(');
      const report = reportOf(PROBLEM.tests.map(() => (isSolution ? 'accepted' : 'wrong-answer')));
      if (!isSolution) return report;
      const slow = resultOf(1, 'accepted', { milliseconds: times.shift() ?? 1 });
      return { ...report, timeFactor: 1.5, tests: [report.tests[0]!, slow, report.tests[2]!] };
    },
  };
  const row = await certify(
    judge as Judge,
    {} as Runner,
    { ...PROBLEM, timeLimitSeconds: 1 },
    ['print(1)', 'print(2)'],
    [],
    {
      signal: new AbortController().signal,
      ...{ mutants: 0, comparesGraders: false, hardens: false },
    },
  );
  expect(row.findings).toEqual(message === null ? [] : [{ check: 'tests.time_limit', message, tests: [1] }]);
  const card = certificateCard('sums', [row], null, '1.0.0', false);
  expect(card).toContain(
    `\`tests.time_limit\` | ${CHECKS['tests.time_limit']} | 1 | ${message === null ? 0 : 1} |`,
  );
  if (message !== null) expect(card).toContain(`| \`tests.time_limit\` | ${message} |`);
});

it('a card counts the problems of each check, and those that it does not list', async () => {
  const row = await rowOf();
  const findings = [{ check: 'tests.repetition', message: 'twice' }] as const;
  const rows = Array.from({ length: 53 }, (_, at) => ({ ...row, problem_id: `p${at}`, findings }));
  const card = certificateCard('sums', rows, null, '1.0.0', false);
  expect(card).toMatch(/`tests.strength` .* \| 0 \| not checked \|/);
  expect(card).toMatch(/`tests.graders` .* \| 0 \| not checked \|/);
  expect(card).toMatch(/`semantic.floor_gap` .* \| 53 \| 0 \|/);
  expect(card).toMatch(/`tests.repetition` .* \| 53 \| 53 \|/);
  expect(card).toContain('Findings on 3 more problems are in the rows only.');
});

const isThere = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!isThere)('a set of numbers pops alike in each order (skipped without python3)', () => {
  const code = [
    'numbers, words = {8, 1, 2}, {"a", "b", "c", "d"}',
    'popped = [numbers.pop(), words.pop()][:1]',
    'numbers.add(16)',
    'while numbers: popped.append(numbers.pop())',
    'print(popped, len(words))',
  ].join('\n');
  const outputs = inOtherOrders(code).map((each) =>
    spawnSync('python3', ['-I', '-c', each], { encoding: 'utf8' }).stdout.trim(),
  );
  expect(outputs).toEqual(Array.from({ length: 3 }, () => '[8, 1, 2, 16] 3'));
});
