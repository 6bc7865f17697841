/** The options in the templates for clusters are options of the command line, and their numbers of shards agree. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { inTemporaryFolder } from '../builders/files.ts';
import { BIN } from '../node/command-line.ts';

const read = (name: string): string => readFileSync(inRoot('public/clusters', name), 'utf8');

interface KubernetesJob {
  readonly spec: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] };
    };
  };
}
interface Matrix {
  readonly jobs: Readonly<
    Record<
      'grade' | 'merge',
      {
        readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
        readonly steps: readonly { readonly run?: string }[];
      }
    >
  >;
}
interface Pipeline {
  readonly grade: { readonly parallel: number; readonly script: readonly string[] };
  readonly merge: { readonly script: readonly string[] };
}

const job = (name: string): KubernetesJob => parseAllDocuments(read(name))[0]!.toJS() as KubernetesJob;
const argsOf = (name: string): string => job(name).spec.template.spec.containers[0]!.args[0]!;
const matrix = parse(read('ci/github.yaml')) as Matrix;
const pipeline = parse(read('ci/gitlab.yaml')) as Pipeline;
const githubRuns = (name: 'grade' | 'merge') =>
  matrix.jobs[name].steps.flatMap(({ run }) => (run?.startsWith('npx allpass') ? [run] : []));

interface Asked {
  readonly of: string;
  readonly command: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const COMMANDS: readonly Asked[] = [
  { of: 'Kubernetes', command: argsOf('kubernetes/grade.yaml'), environment: { JOB_COMPLETION_INDEX: '3' } },
  { of: 'Kubernetes', command: argsOf('kubernetes/merge.yaml') },
  ...githubRuns('grade').map((run) => ({
    of: 'GitHub',
    command: run.replaceAll('${{ matrix.shard }}', '4'),
  })),
  ...githubRuns('merge').map((command) => ({ of: 'GitHub', command })),
  ...[...pipeline.grade.script, ...pipeline.merge.script].map((command) => ({
    of: 'GitLab',
    command,
    environment: { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' },
  })),
  {
    of: 'Slurm, grade',
    command: read('slurm/grade.sbatch'),
    environment: { SLURM_ARRAY_TASK_ID: '4', ALLPASS: 'allpass' },
  },
  { of: 'Slurm, merge', command: read('slurm/merge.sbatch'), environment: { ALLPASS: 'allpass' } },
];

it.each(COMMANDS)('the command line takes what is asked of it for $of', ({ command, environment }) => {
  inTemporaryFolder((folder) => {
    // In the place of both names by which it is called.
    const stub = `#!/bin/sh\n[ "$1" = allpass ] && shift\nexec ${process.execPath} ${BIN} "$@"\n`;
    for (const name of ['allpass', 'npx']) writeFileSync(join(folder, name), stub, { mode: 0o755 });
    const end = spawnSync('bash', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...environment,
        PATH: `${folder}:${process.env['PATH']}`,
        GITHUB_STEP_SUMMARY: 'summary',
      },
    });
    // Every option is one: only the files are not there.
    expect(end.stderr).toMatch(/^allpass: (problems|samples|verdicts|verdicts-\*)\.jsonl: no such file\n$/);
    expect(end.status).not.toBe(0);
  });
});

it('say one number of shards each', () => {
  const shards = (text: string): number => Number(/--shard .*?\/(\d+)/.exec(text)![1]);
  const { completions, parallelism } = job('kubernetes/grade.yaml').spec;
  expect([completions, parallelism]).toEqual(Array(2).fill(shards(argsOf('kubernetes/grade.yaml'))));
  expect(matrix.jobs.grade.strategy!.matrix.shard).toEqual([1, 2, 3, 4]);
  expect(githubRuns('grade').map(shards)).toEqual([4]);
  expect(pipeline.grade.parallel).toBe(shards(pipeline.grade.script[0]!));
  expect(read('slurm/grade.sbatch')).toMatch(/--array=1-4\n[^]*SHARDS=\$\{SHARDS:-4\}/);
});

it('name the version that npm run package makes', () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
  const named = [
    'Dockerfile',
    'ci/github.yaml',
    'ci/gitlab.yaml',
    'kubernetes/grade.yaml',
    'kubernetes/merge.yaml',
  ]
    .flatMap((name) => [...read(name).matchAll(/allpass[-:](\d+\.\d+\.\d+)/g)])
    .map(([, found]) => found);
  expect(new Set(named)).toEqual(new Set([version]));
});
