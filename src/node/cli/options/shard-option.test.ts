import { describe, expect, it } from 'vitest';
import { shardOption } from './shard-option.ts';

const shard = (text: string, environment: Record<string, string> = {}): string =>
  shardOption('--shard', text, environment).text;

describe('a shard', () => {
  it('has every N-th sample, and every sample is in one of them', () => {
    expect(shardOption('--shard', '2/3').includes(1)).toBe(true);
    const shards = [1, 2, 3].map((shardNumber) => shardOption('--shard', `${shardNumber}/3`));
    for (let at = 0; at < 10; at++) expect(shards.filter(({ includes }) => includes(at))).toHaveLength(1);
  });

  it.each([
    ['JOB_COMPLETION_INDEX', '2', '3/4'],
    ['AWS_BATCH_JOB_ARRAY_INDEX', '0', '1/4'],
    ['CI_NODE_INDEX', '1', '1/4'],
    ['CIRCLE_NODE_INDEX', '3', '4/4'],
    ['BUILDKITE_PARALLEL_JOB', '3', '4/4'],
    ['SLURM_ARRAY_TASK_ID', '3', '4/4'],
  ])('takes its index from %s=%s: %s', (name, value, text) => {
    expect(shard('/4', { [name]: value })).toBe(text);
    expect(shard('auto/4', { [name]: value })).toBe(text);
    expect(shard('2/4', { [name]: value })).toBe('2/4');
  });

  it.each([0, 1, 7])(
    'is another one for each task of an array from %i, and the same when it is done again',
    (first) => {
      const ids = [0, 1, 2, 3].map((at) => first + at);
      const seen = ids.map((id) =>
        shard('/4', {
          SLURM_ARRAY_TASK_ID: String(id),
          SLURM_ARRAY_TASK_MIN: String(first),
          SLURM_ARRAY_TASK_MAX: String(first + 3),
        }),
      );
      expect(new Set(seen).size).toBe(4);
      const again = ids.map((id) =>
        shard('/4', {
          SLURM_ARRAY_TASK_ID: String(id),
          SLURM_ARRAY_TASK_MIN: String(id),
          SLURM_ARRAY_TASK_MAX: String(id),
          SLURM_ARRAY_TASK_COUNT: '1',
        }),
      );
      expect(again).toEqual(seen);
    },
  );
});

describe('the number of shards', () => {
  it.each([
    [{ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '8' }, '2/8'],
    [{ CIRCLE_NODE_INDEX: '2', CIRCLE_NODE_TOTAL: '3' }, '3/3'],
    [{ BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '3' }, '1/3'],
    [
      {
        SLURM_ARRAY_TASK_ID: '5',
        SLURM_ARRAY_TASK_COUNT: '4',
        SLURM_ARRAY_TASK_MIN: '4',
        SLURM_ARRAY_TASK_MAX: '7',
      },
      '2/4',
    ],
  ])('is found in %j: %s', (environment, text) => {
    expect(shard('auto', environment)).toBe(text);
  });
});

describe('refused is', () => {
  it.each([
    ['auto', {}, /no variable of a scheduler is set; state the shard/],
    ['auto', { JOB_COMPLETION_INDEX: '2' }, /has the index, but no variable has the number.*auto\/4/],
    ['auto', { AWS_BATCH_JOB_ARRAY_INDEX: '2' }, /has the index, but no variable has the number/],
    [
      'auto',
      { SLURM_ARRAY_TASK_ID: '2', SLURM_ARRAY_TASK_COUNT: '1' },
      /SLURM_ARRAY_TASK_COUNT is 1, as for a single task of an array that is repeated/,
    ],
    ['auto', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: 'x' }, /must be I\/N/],
    [
      'auto',
      {
        SLURM_ARRAY_TASK_ID: '2',
        SLURM_ARRAY_TASK_COUNT: '2',
        SLURM_ARRAY_TASK_MIN: '2',
        SLURM_ARRAY_TASK_MAX: '8',
      },
      /from 2 to 8: they must be 2 in a row/,
    ],
    ['3/2', {}, /must be I\/N with 1 ≤ I ≤ N/],
    ['0/2', {}, /must be I\/N/],
    ['2', {}, /must be I\/N/],
    ['/0', {}, /must be I\/N/],
    ['/4', {}, /no variable says the index \(JOB_COMPLETION_INDEX, .*\); say it, as 1\/4/],
    ['/4', { JOB_COMPLETION_INDEX: '4' }, /JOB_COMPLETION_INDEX is 4, and there are 4 shards/],
    ['/4', { JOB_COMPLETION_INDEX: 'x' }, /JOB_COMPLETION_INDEX is x, and no index/],
    ['/4', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '8' }, /CI_NODE_TOTAL is 8: as many shards/],
    ['/4', { CI_NODE_INDEX: '1', JOB_COMPLETION_INDEX: '3' }, /say different indices/],
    [
      '/4',
      { SLURM_ARRAY_TASK_ID: '2', SLURM_ARRAY_TASK_MIN: '0', SLURM_ARRAY_TASK_MAX: '6' },
      /from 0 to 6: they must be 4 in a row/,
    ],
  ])('%s with %j', (text, environment, message) => {
    expect(() => shard(text, environment)).toThrow(message);
  });
});
