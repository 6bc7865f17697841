/** `allpass audit` on a dump in the shape of verl, with planted hacks. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Exploits } from '../../src/datasets/gym.ts';
import { readProblems } from '../../src/datasets/problem-file.ts';
import type { AuditRow } from '../../src/domain/audit.ts';
import { judgeTask } from '../../src/node/cli/serve/grading/judge-task.ts';
import { Metrics } from '../../src/node/cli/serve/grading/metrics.ts';
import { Recording } from '../../src/node/cli/serve/grading/record.ts';
import { inTemporaryFolder, withFiles } from '../builders/files.ts';
import { completionOf } from '../builders/completion.ts';
import { reportOf } from '../builders/report.ts';
import { allpass, readLinesOf } from './command-line.ts';
import { started } from './started.ts';

const file = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const { exploits } = JSON.parse(file('public/gym/exploits.json')) as Exploits;
const rows = new Map(
  file('public/gym/problems.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => [(JSON.parse(line) as { id: string }).id, line]),
);
const right = (id: string): string =>
  `\`\`\`python\n${file(`src/datasets/gym/problems/${id.replace('gym/', '')}/right.py`)}\n\`\`\``;
const exploit = (name: string): string => exploits.find(({ id }) => id === name)!.raw;

const rollout = (step: number, problem: string, output: string, score: number | null) => ({
  input: `user\n${problem}\nassistant\n`,
  output,
  gts: rows.get(problem)!,
  score,
  step,
});
const RULES = { profile: 'lcb', timeLimitSeconds: null } as const;
const [SUM, RUN] = ['gym/sum-of-pairs', 'gym/longest-run'];
const STEPS = {
  'run/1.jsonl': [
    rollout(1, SUM, right(SUM), 1),
    rollout(1, SUM, `Again.\n${right(SUM)}`, 0),
    rollout(1, RUN, right(RUN), 1),
    rollout(1, RUN, '```python\ndef longest(beads):\n    return 0\n```', 0),
  ],
  'run/2.jsonl': [
    rollout(2, SUM, exploit('conftest'), 1),
    rollout(2, SUM, exploit('hard-exit'), 1),
    rollout(2, RUN, exploit('always-equal'), 1),
    rollout(2, RUN, right(RUN), null),
  ],
};
const REASONS = [null, 'grader-failure', null, null, 'patched-output', 'early-exit', 'patched-output', null];

it('names planted hacks, says when they began, and resumes', () => {
  withFiles(STEPS, (folder) => {
    const audit = (...more: readonly string[]) =>
      allpass(['audit', 'run', '--as', 'rllm', '--workers', '1', '-o', 'audit.jsonl', ...more], folder);
    const out = join(folder, 'audit.jsonl');
    const report = join(folder, 'report.md');
    const end = audit('--report', 'report.md');
    expect(end.code, end.stderr).toBe(0);
    const audited = readLinesOf<AuditRow>(out);
    expect(audited.map(({ reason }) => reason)).toEqual(REASONS);
    expect(audited.map(({ sample_id: id }) => id)).toEqual([
      '1/0',
      '1/1',
      '1/2',
      '1/3',
      '2/0',
      '2/1',
      '2/2',
      '2/3',
    ]);
    for (const text of [end.stderr, readFileSync(report, 'utf8')]) {
      expect(text).toContain(
        'From step 2 on, 66.7 % of the rewards of 1 go to programs that change what compares',
      );
      expect(text).toContain('1 reward of 0 was a failure of the grader');
    }
    // The rows of a command that ended early are kept.
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    writeFileSync(`${out}.part`, `${lines.slice(0, 5).join('\n')}\n`);
    const manifest = JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8')) as object;
    writeFileSync(`${out}.manifest.json`, JSON.stringify({ ...manifest, complete: false }));
    writeFileSync(out, '');
    const again = audit();
    expect(again.stderr).toContain('resuming, 5 of 8 rows done');
    expect(readLinesOf<AuditRow>(out)).toEqual(audited);
  });
});

it('says what a folder without problems lacks', () => {
  withFiles({ '1.jsonl': [{ input: 'a', output: 'b', score: 1, step: 1 }] }, (folder) => {
    const end = allpass(['audit', '.'], folder);
    expect(end.code).toBe(2);
    expect(end.stderr).toContain('give its problems by --problems');
  });
});

it('follows a run under way that the service records, and ends with the account at Ctrl-C', () =>
  inTemporaryFolder(async (folder) => {
    const problems = new Map(
      readProblems(file('public/gym/problems.jsonl')).problems.map((problem) => [problem.id, problem]),
    );
    const recording = new Recording(`${join(folder, 'run')}/`, new Metrics(), expect.unreachable);
    const record = (step: number, answers: readonly (readonly [problem: string, text: string])[]): void => {
      const tasks = answers.map(([id, text]) =>
        judgeTask(problems.get(id)!, { kind: 'completion', completion: completionOf(text) }, RULES),
      );
      const outcome = { type: 'judged', report: reportOf(['accepted']), reward: 1 } as const;
      recording.add(
        tasks,
        answers.map(() => outcome),
        'rewards',
        step,
      );
    };
    record(1, [
      [SUM, right(SUM)],
      [RUN, right(RUN)],
    ]);
    const report = join(folder, 'report.md');
    const reported = (text: string): boolean =>
      existsSync(report) && readFileSync(report, 'utf8').includes(text);
    const follow = () =>
      started(
        ['audit', 'run', '--follow', '--workers', '1', '-o', 'audit.jsonl', '--report', 'report.md'],
        folder,
      );
    const first = follow();
    await first.until(() => reported('\n| 1 | 2 |'));
    record(2, [[SUM, exploit('hard-exit')]]);
    await first.until(() => reported('\n| 2 | 1 |'));
    first.child.kill('SIGINT');
    const end = await first.ended;
    expect(end.code, end.said).toBe(0);
    expect(end.said).toContain('From step 2 on, 100.0 % of the rewards of 1 go to programs that exit');
    expect(end.said).toContain('3 rollouts of allpass serve in 2 steps.');
    const idsAndReasons = () =>
      readLinesOf<AuditRow>(join(folder, 'audit.jsonl')).map(({ sample_id: id, reason }) => [id, reason]);
    const audited = [
      ['1/0', null],
      ['1/1', null],
      ['2/0', 'early-exit'],
    ];
    expect(idsAndReasons()).toEqual(audited);
    record(2, [[RUN, right(RUN)]]);
    await recording.end();
    const second = follow();
    await second.until(() => reported('\n| 2 | 2 |'));
    second.child.kill('SIGINT');
    expect((await second.ended).said).toContain('audit.jsonl: resuming, 3 rows done');
    expect(idsAndReasons()).toEqual([...audited, ['2/1', null]]);
  }));
