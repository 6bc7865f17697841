/** The catalogue of what can go wrong with a model: each code's event with its place, and the remedy. */
import * as asking from './asking.ts';
import * as endpoint from './endpoint.ts';
import * as cpu from './local-cpu.ts';
import * as files from './local-files.ts';
import * as gpu from './local-gpu.ts';
import * as imports from './local-imports.ts';

export interface FailureWords {
  /** The failure and its place, one sentence. */
  readonly message: string;
  /** The remedy, one sentence. */
  readonly remedy: string;
}

export const FAILURES = { ...asking, ...endpoint, ...cpu, ...files, ...gpu, ...imports };

export function failureWords({ message, remedy }: FailureWords): FailureWords {
  return { message, remedy };
}
