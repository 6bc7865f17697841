/** The judge: a problem, a program or a completion, and a runner make one report with one bit. */
import type { Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport, TestResult } from '../domain/verdict.ts';
import type { Extraction } from './extract/extraction.ts';
import type { Runner } from './runner.ts';

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** 'public' runs only the samples: the report then carries a null reward. */
  readonly tests: 'all' | 'public';
  readonly stopAtFirstFailure: boolean;
  /** Called once per test, in order, as results come in. */
  readonly onTest?: (result: TestResult) => void;
}

export class Judge {
  readonly #runner: Runner;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** The program the `standard` profile takes out of a completion. */
  extract(completion: Completion): Extraction {
    throw new Error('not built');
  }

  judgeCode(problem: Problem, code: string, options: JudgeOptions): Promise<JudgeReport> {
    throw new Error('not built');
  }

  judgeCompletion(problem: Problem, completion: Completion, options: JudgeOptions): Promise<JudgeReport> {
    throw new Error('not built');
  }
}
