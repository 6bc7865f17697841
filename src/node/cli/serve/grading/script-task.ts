/** Runs scripts for their output, and describes how they ended, like a process. */
import { MEMORY_LIMIT_MB } from '../../../../domain/problem.ts';
import type { ScriptRun } from '../../../../domain/submission.ts';
import { fairLimit } from './judge-task.ts';
import type { GradingTask } from './task.ts';

export interface AskedScript {
  readonly code: string;
  readonly input: string;
  readonly seconds: number;
  /** Name of the request field for `seconds`. */
  readonly limitField: string;
  /** Null, zero and negative numbers mean the limit of the service. */
  readonly memoryMb: number | null;
}

const MEMORY_MB = 1024;

/** @throws Refusal for a limit that is out of range */
export function scriptTask({ code, input, seconds, limitField, memoryMb }: AskedScript): GradingTask {
  const timeLimitSeconds = fairLimit(seconds, limitField);
  const memoryLimitMb = Math.min(
    MEMORY_LIMIT_MB.most,
    memoryMb !== null && memoryMb > 0 ? memoryMb : MEMORY_MB,
  );
  return { task: 'run', script: { code, input, timeLimitSeconds, memoryLimitMb } };
}

export interface ProcessEnd {
  /** Exit code; null if a signal ended the script. */
  readonly code: number | null;
  readonly isTimeOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** The limit that the script exceeded, as a message; '' for any other end. Also set if the output is not UTF-8. */
  readonly message: string;
  /** Running time; null if the sandbox terminated the script. */
  readonly seconds: number | null;
}

type Ran = Extract<ScriptRun, { type: 'ran' }>;

/** Returns the output and the exit code that a `python3` process would have. */
export function processEnd({ stdout, stderr, failure, error, milliseconds }: Ran): ProcessEnd {
  const traces = error === null ? '' : error.traceback || `${error.name}: ${error.message}\n`;
  const isExit = error?.name === 'SystemExit';
  const end = {
    isTimeOut: failure === 'time-limit-exceeded',
    stdout: stdout ?? '',
    stderr: isExit ? stderr : stderr + traces,
    seconds: milliseconds === null ? null : milliseconds / 1000,
  };
  if (failure === null) return { ...end, code: 0, message: stdout === null ? 'the output is not UTF-8' : '' };
  if (failure in ENDED) return { ...end, code: null, message: ENDED[failure as keyof typeof ENDED] };
  return { ...end, code: isExit ? statusOf(error.message) : 1, message: '' };
}

const ENDED = {
  'time-limit-exceeded': 'it took longer than its time limit',
  'memory-limit-exceeded': 'it took more memory than its limit',
  'output-limit-exceeded': 'it printed more than 64 MB',
} as const;

/** Returns the exit status of `sys.exit(3)`. For a string, Python's status is 1. */
function statusOf(message: string): number {
  return /^-?\d+$/.test(message) ? Number(message) & 0xff : 1;
}
