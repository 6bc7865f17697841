/** The problems that ship with Allpass: an index first, each problem with its recorded answers on demand. */
import type { Problem, ProblemSummary } from '../domain/problem.ts';

export type RecordedKind =
  | 'right'
  | 'wrong'
  | 'slow'
  | 'crash'
  | 'no-code'
  | 'two-blocks'
  | 'cut-off'
  | 'trailing-text';

/** A model's whole answer, kept to be replayed. */
export interface RecordedAnswer {
  readonly kind: RecordedKind;
  readonly model: string;
  readonly finishReason: 'stop' | 'length';
  /** As the model gave it, `<think>` tags included. */
  readonly raw: string;
}

export interface BundledProblem {
  readonly problem: Problem;
  readonly answers: readonly RecordedAnswer[];
}

/** @param base address of the folder with the bundled problems, ending in a slash */
export async function loadBundledIndex(base: string, signal: AbortSignal): Promise<readonly ProblemSummary[]> {
  throw new Error('not built');
}

export async function loadBundledProblem(base: string, id: string, signal: AbortSignal): Promise<BundledProblem> {
  throw new Error('not built');
}
