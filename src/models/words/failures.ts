/** The catalogue of what can go wrong with a model: each code's event with its place, and the remedy. */
import { merged, wordsOf } from '../../base/coded.ts';
import { duration } from '../../base/number-words.ts';
import * as asking from './asking.ts';
import * as endpoint from './endpoint.ts';
import * as answers from './endpoint-answers.ts';
import * as refusals from './endpoint-refusals.ts';
import type { FailureWords } from './failure-words.ts';
import * as cpu from './local-cpu.ts';
import * as files from './local-files.ts';
import * as gpu from './local-gpu.ts';
import * as imports from './local-imports.ts';

/** A code of the catalogue with the arguments of its function. */
export interface CodedFailure {
  readonly code: keyof typeof FAILURES;
  readonly data: readonly unknown[];
}

/** Renders a failure. */
export const failureWords = (failure: CodedFailure): FailureWords => wordsOf(FAILURES, failure);

/** The server went away, and an earlier failure may tell why. */
function afterFailure(failure: CodedFailure, before: CodedFailure): FailureWords {
  const { message, remedy } = failureWords(failure);
  return { message: `${message} Before that: ${failureWords(before).message}`, remedy };
}

function askedToWait(failure: CodedFailure, ms: number): FailureWords {
  const { message } = failureWords(failure);
  return {
    message,
    remedy: `Wait ${duration(Math.ceil(ms / 1000) * 1000)}, as the server asks, and try again.`,
  };
}

export const FAILURES = merged(asking, endpoint, answers, refusals, cpu, files, gpu, imports, {
  afterFailure,
  askedToWait,
});
