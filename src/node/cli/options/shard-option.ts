/**
 * `--shard`: the part of the samples that a machine judges. The index can come from the environment; with some
 * schedulers, the number of shards can as well.
 */
import { value } from './options.ts';
import { UsageError } from '../text/messages.ts';

const MOST_SHARDS = 1_000_000;

export interface Shard {
  /** The shard as `I/N`, with I from 1. */
  readonly text: string;
  /** Returns whether the shard has the sample with this index, from 0. A shard has every N-th sample. */
  readonly includes: (index: number) => boolean;
}

type TaskEnvironment = Readonly<Record<string, string | undefined>>;

/** A program that starts a command several times and passes an index to each process. */
interface Scheduler {
  readonly index: string;
  /** The index of the first process; null if the user chooses it. */
  readonly first: 0 | 1 | null;
  /** The variable with the number of processes; missing if the scheduler sets none. */
  readonly count?: string;
}

const SCHEDULERS: readonly Scheduler[] = [
  // Indexed Jobs: https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode
  { index: 'JOB_COMPLETION_INDEX', first: 0 },
  // Arrays: https://slurm.schedmd.com/job_array.html. COUNT is 1 if one task is repeated.
  { index: 'SLURM_ARRAY_TASK_ID', first: null },
  { index: 'AWS_BATCH_JOB_ARRAY_INDEX', first: 0 },
  { index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL' },
  { index: 'CIRCLE_NODE_INDEX', first: 0, count: 'CIRCLE_NODE_TOTAL' },
  { index: 'BUILDKITE_PARALLEL_JOB', first: 0, count: 'BUILDKITE_PARALLEL_JOB_COUNT' },
];

/** This variable is 1 if one task of an array is repeated, so it cannot check the number of shards. */
const SLURM_COUNT = 'SLURM_ARRAY_TASK_COUNT';

export const SHARD = value(
  'I/N',
  'only every N-th sample, starting with the I-th (1 ≤ I ≤ N); auto/N or /N takes the index from the variables of Kubernetes’ Indexed Jobs, Slurm’s arrays, AWS Batch, GitLab, CircleCI or Buildkite; auto takes N from them, too (not in Kubernetes and AWS Batch, which do not state it)',
  { default: '1/1' },
);

/**
 * @param environment variables that may contain the index
 * @throws UsageError for an invalid shard, or if the index is missing or out of range
 */
export function shardOption(option: string, text: string, environment: TaskEnvironment = process.env): Shard {
  const shardText = text === 'auto' ? `auto/${environmentCount(option, environment)}` : text;
  const [, indexText, count] = /^(\d+|auto|)\/(\d+)$/.exec(shardText) ?? [];
  const shardCount = Number(count);
  const isAutomatic = indexText === '' || indexText === 'auto';
  const isValid = count !== undefined && shardCount >= 1 && shardCount <= MOST_SHARDS;
  if (!isValid || (!isAutomatic && (Number(indexText) < 1 || Number(indexText) > shardCount))) {
    throw new UsageError(
      `${option} ${shardText}: must be I/N with 1 ≤ I ≤ N ≤ ${MOST_SHARDS}, for example 1/4, or auto/4 where the index is in a variable`,
    );
  }
  const index = isAutomatic
    ? environmentIndex(`${option} ${text}`, shardCount, environment)
    : Number(indexText) - 1;
  return { text: `${index + 1}/${shardCount}`, includes: (at) => at % shardCount === index };
}

function environmentCount(option: string, environment: TaskEnvironment): number {
  const scheduler = SCHEDULERS.find(({ index }) => (environment[index] ?? '') !== '');
  const optionText = `${option} auto`;
  const remedy = 'state the number of shards, for example auto/4';
  if (scheduler === undefined)
    throw new UsageError(
      `${optionText}: no variable of a scheduler is set; state the shard, for example 1/4`,
    );
  // If one task of a Slurm array is repeated, its environment describes an array of one task.
  const name = scheduler.first === null ? SLURM_COUNT : scheduler.count;
  const value = name === undefined ? undefined : environment[name];
  if (name === undefined || value === undefined)
    throw new UsageError(
      `${optionText}: ${scheduler.index} has the index, but no variable has the number of shards; ${remedy}`,
    );
  if (name === SLURM_COUNT && Number(value) === 1)
    throw new UsageError(
      `${optionText}: ${name} is 1, as for a single task of an array that is repeated; ${remedy}`,
    );
  return Number(value);
}

/** Reads the index from the environment. Returns it counted from 0. */
function environmentIndex(optionText: string, shardCount: number, environment: TaskEnvironment): number {
  const schedulers = SCHEDULERS.filter(({ index }) => (environment[index] ?? '') !== '');
  const [first, ...otherSchedulers] = schedulers;
  if (first === undefined)
    throw new UsageError(
      `${optionText}: no variable says the index (${SCHEDULERS.map(({ index }) => index).join(', ')}); say it, as 1/${shardCount}`,
    );
  const index = indexOf(optionText, first, shardCount, environment);
  const other = otherSchedulers.find(
    (scheduler) => indexOf(optionText, scheduler, shardCount, environment) !== index,
  );
  if (other === undefined) return index;
  throw new UsageError(
    `${optionText}: ${first.index} and ${other.index} say different indices; say it, as 1/${shardCount}`,
  );
}

function indexOf(
  optionText: string,
  scheduler: Scheduler,
  shardCount: number,
  environment: TaskEnvironment,
): number {
  const { index: name, first, count } = scheduler;
  const value = environment[name]!;
  if (!/^\d+$/.test(value)) throw new UsageError(`${optionText}: ${name} is ${value}, and no index`);
  const total = count === undefined ? undefined : environment[count];
  if (total !== undefined && Number(total) !== shardCount)
    throw new UsageError(`${optionText}: ${count} is ${total}: as many shards are to be said`);
  if (first === null) return arrayIndex(optionText, Number(value), shardCount, environment);
  const index = Number(value) - first;
  if (index >= 0 && index < shardCount) return index;
  throw new UsageError(`${optionText}: ${name} is ${value}, and there are ${shardCount} shards`);
}

/**
 * Returns the index of a task in a Slurm array, whose ids may begin at any number. A repeated task of `--array=2` has
 * the same environment as a task in an array of one, so its rank cannot be used. The remainder can be used: N
 * consecutive ids have N different remainders, and a repeated task has the same one.
 */
function arrayIndex(
  optionText: string,
  id: number,
  shardCount: number,
  environment: TaskEnvironment,
): number {
  const [minTask, maxTask] = [environment['SLURM_ARRAY_TASK_MIN'], environment['SLURM_ARRAY_TASK_MAX']];
  if (minTask !== undefined && maxTask !== undefined && Number(maxTask) - Number(minTask) >= shardCount)
    throw new UsageError(
      `${optionText}: the ids of the array go from ${minTask} to ${maxTask}: they must be ${shardCount} in a row, as in --array=1-${shardCount}`,
    );
  return id % shardCount;
}
