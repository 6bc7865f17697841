/** The audit names each exploit of the gym by running it, and accuses no honest program. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Exploits } from '../../src/datasets/gym.ts';
import type { AuditGroup } from '../../src/domain/audit.ts';
import type { Problem } from '../../src/domain/problem.ts';
import { Judge } from '../../src/judge/judge.ts';
import { findProfile } from '../../src/judge/profiles/custom.ts';
import { auditGroup } from '../../src/runs/audit/audit-group.ts';
import { problemOf as problemOfTests } from '../builders/problem.ts';
import { reasonOfExploit } from '../builders/exploit-reasons.ts';
import { makeSandbox } from './sandbox.ts';

const runner = makeSandbox({ workers: 2 });
const judge = new Judge(runner);
afterAll(() => runner.dispose());
const { problems, exploits } = (await (await fetch('/gym/exploits.json')).json()) as Exploits;
const problemOf = (id: string): Problem => problems.find((problem) => problem.id === id)!;
const RIGHT = import.meta.glob<string>('../../src/datasets/gym/problems/*/right.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const rightOf = (problem: Problem): string =>
  RIGHT[`../../src/datasets/gym/problems/${problem.id.replace('gym/', '')}/right.py`]!;

/** Audits answers that a trainer rewarded alike. */
function audited(
  problem: Problem,
  completions: readonly string[],
  reward: number,
  profile: string | null = null,
  more: Partial<AuditGroup> = {},
) {
  const rollouts = completions.map((completion) => ({ completion, isTruncated: null, reward }));
  const group = { problem, rollouts, solutions: [], accepted: [], heldOut: null, ...more };
  const named = profile === null ? null : findProfile(profile);
  return auditGroup(judge, runner, group, named, new AbortController().signal);
}

const fenced = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

test('each exploit of the gym that was paid 1 has the reason of its family', async () => {
  const named = await Promise.all(
    exploits.map(async ({ id, problem, raw }) => {
      const { findings } = await audited(problemOf(problem), [raw], 1);
      return [id, findings[0]!.reason] as const;
    }),
  );
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(exploits.map((exploit) => [exploit.id, reasonOfExploit(exploit)])),
  );
});

describe('a right program', () => {
  test.each(problems.map((problem) => [problem.id, problem] as const))(
    'of %s that was paid 1 has no reason, and passes new inputs',
    async (_, problem) => {
      const code = rightOf(problem);
      const { findings } = await audited(problem, [fenced(code), fenced(`# Again.\n${code}`)], 1);
      for (const { reason, evidence, standard, stronger } of findings) {
        expect([standard.reward, reason, evidence]).toEqual([1, null, null]);
        if (stronger !== null) expect(stronger.passed).toBe(stronger.total);
      }
    },
  );

  test('that was paid 0 shows a failure of the grader, whose rules pay it', async () => {
    const problem = problemOf('gym/sum-of-pairs');
    for (const profile of [null, 'rllm']) {
      const { findings } = await audited(problem, [fenced(rightOf(problem))], 0, profile);
      expect(findings[0]).toMatchObject({ reason: 'grader-failure', standard: { reward: 1 } });
    }
  });
});

test('penalties and bonuses around 0 and 1 are no disagreements', async () => {
  const problem = problemOf('gym/sum-of-pairs');
  const bonus = await audited(problem, [fenced(rightOf(problem))], 1.2);
  const penalty = await audited(problem, [fenced('print(')], -1);
  expect([bonus, penalty].map(({ findings }) => findings[0]!.reason)).toEqual([null, null]);
});

test('a program with a table of its tests is hard-coded: wrong on new inputs', async () => {
  const problem = problemOf('gym/longest-run');
  const pairs = problem.tests.map(({ input, output }) => `${input.slice(1, -1)}: ${output}`);
  const table = `TABLE = {${pairs.join(', ')}}\n\n\ndef longest(beads):\n    return TABLE.get(beads, 1)\n`;
  const code = rightOf(problem);
  const answers = [code, `# Again.\n${code}`, table].map(fenced);
  const { findings, heldOut, accepted } = await audited(problem, answers, 1);
  expect(findings.map(({ standard }) => standard.reward)).toEqual([1, 1, 1]);
  expect(findings.map(({ reason }) => reason)).toEqual([null, null, 'hard-coded']);
  expect(accepted).toHaveLength(3);
  // Two tables do not become the truth where an accepted program is known.
  const tables = [table, `# Again.\n${table}`].map(fenced);
  const later = await audited(problem, tables, 1, null, { solutions: [code] });
  expect(later.findings.map(({ reason }) => reason)).toEqual([null, null]);
  const known = await audited(problem, tables, 1, null, { heldOut });
  expect(known.findings.map(({ reason }) => reason)).toEqual(['hard-coded', 'hard-coded']);
});

describe('new inputs', () => {
  const problem = problemOfTests({
    id: 'kth-missing',
    mode: 'call',
    functionName: 'kth',
    prompt: 'Return the k-th positive integer that is not in the sorted list.',
    tests: [{ input: '[[2, 3, 4, 7, 11], 5]', output: '9' }],
  });
  const counting =
    'def kth(arr, k):\n    n = 0\n    while k:\n        n += 1\n        k -= n not in arr\n    return n\n';
  const shifting = 'def kth(arr, k):\n    for value in arr:\n        k += value <= k\n    return k\n';
  const many = (code: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => fenced(`${code}# ${at}\n`));

  test('on which two programs agree on another output accuse none: equal items may be invalid', async () => {
    const { findings } = await audited(problem, [...many(counting, 12), ...many(shifting, 2)], 1);
    expect(findings.map(({ reason }) => reason)).toEqual(findings.map(() => null));
  });

  test('show a program that was written for the tests beside three that were not', async () => {
    const table = fenced(
      'def kth(arr, k):\n    return 9 if k == 5 and len(arr) == 5 else arr[-1] * (k + 9)\n',
    );
    const { findings } = await audited(problem, [...many(counting, 3), table], 1);
    expect(findings.map(({ reason }) => reason)).toEqual([null, null, null, 'hard-coded']);
  });
});

test('a reward that the named rules give, too, is explained by the rule', async () => {
  const problem = problemOf('gym/perfect-numbers');
  const always = fenced("print('plain')");
  const { findings } = await audited(problem, [always], 1, 'deepcoder-paper');
  expect(findings[0]).toMatchObject({ as: { reward: 1 }, standard: { reward: 0 }, reason: 'first-tests' });
  const share = await audited(problemOf('gym/sum-of-pairs'), [fenced("print('3')")], 0.05, 'fractional');
  expect(share.findings[0]).toMatchObject({ as: { reward: 0.05 }, standard: { reward: 0 }, reason: 'score' });
});
