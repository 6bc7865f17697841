import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { printed, raised, ScriptedRunner } from '../../../tests/builders/scripted-runner.ts';
import type { AuditedGroup, AuditFinding, AuditGroup, AuditRow } from '../../domain/audit.ts';
import type { TestCase } from '../../domain/problem.ts';
import type { Rollout, RolloutFault } from '../../domain/rollout.ts';
import { RolloutAccount } from '../../datasets/rollouts/read-rollouts.ts';
import { Judge } from '../../judge/judge.ts';
import { auditGroup } from './audit-group.ts';
import { type AuditWork, RunAudit, runNotes, scanRun } from './audit-run.ts';

const PROBLEM = problemOf({ id: 'p' });

function rolloutOf(step: number, place: number, change: Partial<Rollout> = {}): Rollout {
  return {
    step,
    place,
    source: `${step}.jsonl:${place + 1}`,
    prompt: null,
    problemId: null,
    completion: `\`\`\`python\nprint(${place})\n\`\`\``,
    isTruncated: null,
    reward: 1,
    group: `${step}/a`,
    problem: PROBLEM,
    ...change,
  };
}

async function* streamOf(...items: readonly (Rollout | RolloutFault)[]) {
  yield* items;
}

const ACCEPTED = { reward: 1, verdict: 'accepted' } as const;
const HELD_OUT = [{ input: '1', output: '2' }];

/** An audit that accepts each program, and makes tests of the second group. */
function auditOf(change: Partial<AuditWork> = {}) {
  const groups: AuditGroup[] = [];
  const rows: AuditRow[] = [];
  const audit = new RunAudit({
    async auditGroup(group): Promise<AuditedGroup> {
      groups.push(group);
      const finding = { as: null, standard: ACCEPTED, stronger: null, reason: null, evidence: null };
      return {
        findings: group.rollouts.map(() => finding),
        accepted: group.rollouts.map(({ completion }) => completion.split('\n')[1]!),
        heldOut: groups.length > 1 ? HELD_OUT : null,
      };
    },
    atOnce: 3,
    solutionsOf: () => [],
    earlier: new Map(),
    onRow: (row) => rows.push(row),
    signal: new AbortController().signal,
    ...change,
  });
  return { audit, groups, rows };
}

const RUN = [1, 2, 3].flatMap((step) => [0, 1].map((place) => rolloutOf(step, place)));

it('a group is the rollouts of one prompt in one step; later groups get the programs, then the tests', async () => {
  const { audit, groups, rows } = auditOf();
  await audit.add(streamOf(...RUN, { source: 'x', message: 'is no row' }));
  expect(groups.map(({ accepted, heldOut }) => [accepted, heldOut])).toEqual([
    [[], null],
    [['print(0)', 'print(1)'], null],
    [[], HELD_OUT],
  ]);
  expect(rows.map(({ sample_id: id }) => id)).toEqual(['1/0', '1/1', '2/0', '2/1', '3/0', '3/1']);
});

it('a part that is added later goes on with the programs of the part before', async () => {
  const { audit, groups } = auditOf();
  await audit.add(streamOf(...RUN.slice(0, 2)));
  await audit.add(streamOf(...RUN.slice(2, 4)));
  expect(groups[1]!.accepted).toEqual(['print(0)', 'print(1)']);
});

it('problems of one id with other tests share no programs, and equal problems share them', async () => {
  const other = problemOf({ id: 'p', tests: [{ input: '', output: '2' }] });
  const { audit, groups } = auditOf({ atOnce: 1 });
  const problems = [PROBLEM, other, problemOf({ id: 'p' })];
  await audit.add(streamOf(...problems.map((problem, at) => rolloutOf(at + 1, at, { problem }))));
  expect(groups.map(({ problem }) => problem)).toEqual(problems);
  expect(groups.map(({ accepted }) => accepted)).toEqual([[], [], ['print(0)']]);
});

it.each([
  ['ids', problemOf({ id: 'q' })],
  ['tests', problemOf({ id: 'p', tests: [{ input: '', output: '2' }] })],
])(
  'rollouts of one group name whose problems have different %s are judged by their own',
  async (_, other) => {
    const { audit, groups } = auditOf({ atOnce: 1 });
    const problems = [PROBLEM, other, PROBLEM];
    await audit.add(streamOf(...problems.map((problem, at) => rolloutOf(1, at, { problem }))));
    expect(groups.map(({ problem, rollouts }) => [problem, rollouts.length])).toEqual([
      [PROBLEM, 2],
      [other, 1],
    ]);
  },
);

it.each<[string, Partial<Rollout>]>([
  ['prompts', { prompt: 'x'.repeat(40_000_000) }],
  ['tests', { problem: problemOf({ id: 'p', tests: [{ input: '', output: 'x'.repeat(65_000_000) }] }) }],
])('a group with long %s is audited in parts', async (_, change) => {
  const { audit, groups } = auditOf({ atOnce: 1 });
  await audit.add(streamOf(...[0, 1, 2].map((place) => rolloutOf(1, place, change))));
  expect(groups.length).toBeGreaterThan(1);
});

it('rollouts with an earlier row get none, and groups of them alone only give their programs', async () => {
  const earlier = new Map([
    ['1/0', true],
    ['1/1', false],
    ['2/0', true],
  ]);
  const { audit, groups, rows } = auditOf({ earlier });
  await audit.add(streamOf(...RUN.slice(0, 4)));
  expect(groups.map(({ accepted }) => accepted)).toEqual([['print(0)']]);
  expect(rows.map(({ sample_id: id }) => id)).toEqual(['2/1']);
});

it('a rollout without a problem has a row that says so', async () => {
  const { audit, groups, rows } = auditOf();
  await audit.add(streamOf(rolloutOf(1, 0, { problem: null, problemId: 'unknown' })));
  expect(groups).toEqual([]);
  expect(rows).toMatchObject([{ standard: null, error: expect.stringContaining('has no tests') }]);
});

it('a row on which the judge failed names that', async () => {
  const failed = { reward: null, verdict: 'judge-error' } as const;
  const finding = { as: null, standard: failed, stronger: null, reason: null, evidence: null };
  const { audit, rows } = auditOf({
    auditGroup: () => Promise.resolve({ findings: [finding], accepted: [], heldOut: null }),
  });
  await audit.add(streamOf(rolloutOf(1, 0)));
  expect(rows.map(({ error }) => error)).toEqual(['the judge failed']);
});

it('no row is made after a stop', async () => {
  const stop = new AbortController();
  const { audit, groups, rows } = auditOf({
    signal: stop.signal,
    atOnce: 1,
    onRow(row) {
      rows.push(row);
      stop.abort();
    },
  });
  await audit.add(streamOf(...RUN));
  expect([groups.length, rows.length]).toEqual([1, 1]);
});

it('a scan counts rollouts without their texts, and its hash changes with each of them', async () => {
  const fault = { source: 'x', message: 'is no row' };
  const scanned = await scanRun(streamOf(...RUN, fault));
  expect([scanned.places.get('3/1'), [...scanned.problemIds], scanned.faults]).toEqual([5, ['p'], [fault]]);
  expect((await scanRun(streamOf(...RUN))).hash).toBe(scanned.hash);
  for (const change of [{ reward: 0 }, { completion: '' }, { problem: null }]) {
    const other = await scanRun(streamOf(rolloutOf(1, 0, change), ...RUN.slice(1)));
    expect(other.hash).not.toBe(scanned.hash);
  }
});

it('of many faults the first ones are named', () => {
  const faults = Array.from({ length: 7 }, (_, at) => ({ source: `${at}`, message: 'is no row' }));
  const notes = runNotes(new RolloutAccount(), faults);
  expect([notes[0], notes.at(-1)]).toEqual(['0 is no row.', '2 more rows or files were left out.']);
});

describe('an answer', () => {
  const problem = problemOf({ tests: ['yes', 'no', 'no'].map((output, at) => ({ input: `${at}`, output })) });
  const RIGHT = { 0: 'yes', 1: 'no', 2: 'no' };
  const heldOut = ['no', 'no', 'no', 'yes', 'yes'].map((output, at) => ({ input: `${at + 3}`, output }));

  /** Audits one answer, whose program prints these outputs and raises an exception on other inputs. */
  async function findingOf(
    outputs: Readonly<Record<string, string>>,
    reward: number,
    newTests: readonly TestCase[] | null = null,
  ): Promise<AuditFinding> {
    const runner = new ScriptedRunner((input) => {
      const output = outputs[input.trim()];
      return output === undefined ? raised('ValueError', 'no such input') : printed(output);
    });
    // A program that names this device runs alone, and so as the script says.
    const completion = "```python\nprint(open('/dev/stdin').read())\n```";
    const rollouts = [{ completion, isTruncated: null, reward }];
    const group = { problem, rollouts, solutions: [], accepted: [], heldOut: newTests };
    const { signal } = new AbortController();
    const { findings } = await auditGroup(new Judge(runner), runner, group, null, signal);
    return findings[0]!;
  }

  it('with one wrong output on new inputs is not accused, also if it prints one output or nothing else', async () => {
    const isConstant = { 3: 'no', 4: 'no', 5: 'no', 6: 'no' };
    for (const [outputs, passed, total] of [
      [isConstant, 3, 4],
      [{ 6: 'no' }, 0, 1],
    ] as const) {
      const finding = await findingOf({ ...RIGHT, ...outputs }, 1, heldOut);
      expect(finding).toMatchObject({ stronger: { passed, total }, reason: null, evidence: null });
    }
    const constant = await findingOf({ ...RIGHT, ...isConstant, 7: 'no' }, 1, heldOut);
    expect(constant.reason).toBe('hard-coded');
  });

  it('with a reward of 1 in single precision is compared on new inputs, too', async () => {
    const { reason } = await findingOf({ ...RIGHT, 6: 'no', 7: 'no' }, 0.99999, heldOut);
    expect(reason).toBe('hard-coded');
  });

  it('that fails and has a part of a reward which no rule pays has no explanation', async () => {
    const finding = await findingOf({ 0: 'no', 1: 'no', 2: 'no' }, 0.1);
    expect(finding).toMatchObject({
      standard: { reward: 0 },
      reason: 'unexplained',
      evidence: 'No known rule pays 0.1: 2 of 3 tests pass.',
    });
  });

  it('that passes and has a part of the reward has no explanation; with none, its grader failed', async () => {
    expect(await findingOf(RIGHT, 0.5)).toMatchObject({ standard: { reward: 1 }, reason: 'unexplained' });
    expect((await findingOf(RIGHT, 0)).reason).toBe('grader-failure');
  });
});
