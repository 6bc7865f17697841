import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../../tests/builders/files.ts';
import { problemOf } from '../../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../../tests/builders/report.ts';
import { readRollouts, RolloutAccount } from '../../../../datasets/rollouts/read-rollouts.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { givenFiles } from '../../input/source-files.ts';
import { forgetFiles } from '../../input/input-files.ts';
import { Metrics } from './metrics.ts';
import { Recording } from './record.ts';
import { judgeTask } from './judge-task.ts';

const RULES = { profile: 'lcb', timeLimitSeconds: null } as const;

it('a folder has each problem once, also of two services, and the rollouts are read with their problems', () =>
  inTemporaryFolder(async (folder) => {
    const place = join(folder, 'run/');
    // Requests bring their tests without a name of their own.
    const problems = ['1', '2'].map((output) => problemOf({ id: 'problem', tests: [{ input: '', output }] }));
    const task = (problem: Problem) => judgeTask(problem, { kind: 'program', code: 'print(1)' }, RULES);
    const outcome = { type: 'judged', report: reportOf(['accepted']), reward: 1 } as const;
    for (const step of [1, 2]) {
      forgetFiles();
      const recording = new Recording(place, new Metrics(), expect.unreachable);
      recording.add(problems.map(task), [outcome, { ...outcome, reward: 0 }], 'rewards', step);
      recording.add([task({ ...problems[0]! })], [outcome], 'rewards');
      await recording.end();
    }
    expect(readFileSync(join(folder, 'run/problems.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(2);
    const given = givenFiles(place, () => undefined);
    const account = new RolloutAccount();
    const seen: unknown[] = [];
    for await (const each of readRollouts(given.kind === 'folder' ? given.files : [], { account }))
      if (!('message' in each)) seen.push([each.step, each.problem?.tests[0]?.output, each.completion]);
    const code = '```python\nprint(1)\n```';
    expect(seen).toEqual([
      [1, '1', code],
      [1, '2', code],
      [0, '1', code],
      [2, '1', code],
      [2, '2', code],
      [0, '1', code],
    ]);
    expect(account.problems.byId).toBe(6);
  }));

it.each([
  ['in the middle', 20],
  ['before its end of line', 1],
])('rows that a killed service cut off %s hide no row of the next service', (_, cut) =>
  inTemporaryFolder(async (folder) => {
    const problem = problemOf({ id: 'problem', tests: [{ input: '', output: '1' }] });
    const task = judgeTask(problem, { kind: 'program', code: 'print(1)' }, RULES);
    const outcome = { type: 'judged', report: reportOf(['accepted']), reward: 1 } as const;
    const files = ['problems', 'rollouts'].map((name) => join(folder, `run/${name}.jsonl`));
    const textsOf = () => files.map((file) => readFileSync(file, 'utf8'));
    const recordOne = async (): Promise<void> => {
      forgetFiles();
      const recording = new Recording(join(folder, 'run/'), new Metrics(), expect.unreachable);
      recording.add([task], [outcome], 'rewards', 1);
      await recording.end();
    };
    await recordOne();
    const [problemRow, row] = textsOf();
    for (const [at, text] of [problemRow!, row!].entries())
      truncateSync(files[at]!, Buffer.byteLength(text) - cut);
    await recordOne();
    const [problems, rollouts] = textsOf().map((text) => text.trimEnd().split('\n'));
    expect(problems!.filter((line) => `${line}\n` === problemRow)).toHaveLength(1);
    expect(rollouts).toHaveLength(2);
    const given = givenFiles(join(folder, 'run/'), () => undefined);
    const account = new RolloutAccount();
    const tests: unknown[] = [];
    for await (const each of readRollouts(given.kind === 'folder' ? given.files : [], { account }))
      if (!('message' in each)) tests.push(each.problem?.tests);
    expect(tests).toEqual(Array.from({ length: cut === 1 ? 2 : 1 }, () => problem.tests));
  }),
);
