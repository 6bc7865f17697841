/**
 * The templates for Slurm, run by a real one: a controller and two nodes on this machine. Skipped where Slurm's programs are
 * missing (Debian: slurmctld slurmd slurm-client munge).
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { allpass, BIN } from '../node/command-line.ts';
import { steady } from '../node/steady-rows.ts';

const NEEDED = ['slurmctld', 'slurmd', 'sbatch', 'munged', 'ss'];
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;
const missing = NEEDED.filter((name) => !PATH.split(':').some((folder) => existsSync(join(folder, name))));
if (missing.length > 0) console.warn(`Skipped: there is no Slurm on this machine (${missing.join(', ')}).`);

const SHARDS = 4;
const PROBLEMS = [
  {
    id: 'double',
    mode: 'stdin',
    prompt: '',
    tests: [3, 5].map((n) => ({ input: `${n}`, output: `${2 * n}` })),
  },
  { id: 'same', mode: 'stdin', prompt: '', tests: [{ input: 'x', output: 'x' }], time_limit_s: 60 },
];
const PROGRAMS = ['print(2 * int(input()))', 'print(input())', 'print(1 / 0)', 'print(input()', '#'];
const SAMPLES = PROGRAMS.flatMap((code, id) =>
  PROBLEMS.map(({ id: problem_id }) => ({ problem_id, id, code })),
);
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe.skipIf(missing.length > 0)('the templates for Slurm', () => {
  // A path of 80 characters at most: sockets lie in it.
  const folder = missing.length > 0 ? '' : mkdtempSync('/tmp/allpass-slurm-');
  const inFolder = (name: string) => join(folder, name);
  const templates = inRoot('public/clusters/slurm');
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PATH,
    SLURM_CONF: inFolder('cluster/slurm.conf'),
    SHARDS: String(SHARDS),
    PROBLEMS: inFolder('p.jsonl'),
    SAMPLES: inFolder('s.jsonl'),
    OUT: inFolder('out'),
    ALLPASS: `${process.execPath} ${BIN}`,
  };
  const run = (command: string, ...args: readonly string[]) =>
    spawnSync(command, args, { cwd: folder, env: environment, encoding: 'utf8', timeout: 240_000 });
  const merge = () =>
    allpass(['merge', '--samples', 's.jsonl', ...shardFiles(), '-o', 'merged.jsonl', '-q'], folder);
  const shardFiles = (): readonly string[] =>
    readdirSync(inFolder('out'))
      .filter((name) => /^verdicts-\d+\.jsonl$/.test(name))
      .map((name) => join('out', name));

  beforeAll(() => {
    const started = run(inRoot('tests/cluster/start-slurm.sh'), inFolder('cluster'));
    expect(started.status, started.stderr).toBe(0);
    writeFileSync(inFolder('p.jsonl'), lines(PROBLEMS));
    writeFileSync(inFolder('s.jsonl'), lines(SAMPLES));
  });

  afterAll(() => {
    run(inRoot('tests/cluster/stop-slurm.sh'), inFolder('cluster'));
    rmSync(folder, { recursive: true, force: true });
  });

  it('grade on four tasks what one machine grades', () => {
    const end = run(join(templates, 'submit.sh'));
    expect(end.status, end.stderr).toBe(0);
    expect(shardFiles()).toHaveLength(SHARDS);
    const whole = ['grade', '--problems', 'p.jsonl', '--samples', 's.jsonl', '-q', '-o', 'whole.jsonl'];
    expect(allpass(whole, folder).code).toBe(0);
    expect(steady(inFolder('out/verdicts.jsonl'))).toEqual(steady(inFolder('whole.jsonl')));
  });

  it('do one task again, as the same shard, and only what is missing', () => {
    const [task] = [3];
    const before = readFileSync(inFolder('out/verdicts-2.jsonl'));
    const gone = inFolder(`out/verdicts-${task}.jsonl`);
    const [kept] = readFileSync(gone, 'utf8').split('\n');
    // As a task leaves it that was killed in the middle of its second line.
    renameSync(gone, `${gone}.part`);
    writeFileSync(`${gone}.part`, `${kept}\n${kept!.slice(0, 30)}`);
    expect(merge().stderr).toContain('is in no shard');
    const end = run('sbatch', '--wait', `--array=${task}`, join(templates, 'grade.sbatch'));
    expect(end.status, end.stderr).toBe(0);
    const log = readdirSync(folder).filter((name) => name.endsWith(`_${task}.log`));
    expect(log.map((name) => readFileSync(inFolder(name), 'utf8')).join('')).toContain('resuming, 1 of');
    expect(merge().code).toBe(0);
    expect(steady(inFolder('merged.jsonl'))).toEqual(steady(inFolder('whole.jsonl')));
    expect(readFileSync(inFolder('out/verdicts-2.jsonl'))).toEqual(before);
  });

  it('see by the files that tasks are missing, where sbatch --wait says that all is well', async () => {
    for (const name of shardFiles()) rmSync(inFolder(name));
    const waiting = spawn(
      'sbatch',
      ['--wait', '--parsable', '--hold', `--array=1-${SHARDS}`, join(templates, 'grade.sbatch')],
      {
        cwd: folder,
        env: environment,
      },
    );
    let said = '';
    waiting.stdout.on('data', (chunk) => (said += String(chunk)));
    while (!said.includes('\n') && waiting.exitCode === null) await pause(50);
    expect(run('scancel', said.trim()).status).toBe(0);
    const [code] = (await once(waiting, 'close')) as [number];
    expect(code).toBe(0);
    const end = run('sbatch', '--wait', join(templates, 'merge.sbatch'));
    expect(end.status).toBe(2);
  });
});
