import type { Problem } from '../../src/domain/problem.ts';
import type { ModelMeasure } from '../../src/domain/settings.ts';
import type { AddedTest } from '../../src/domain/strength.ts';
import type { Runner } from '../../src/judge/runner.ts';
import type { Counterexample } from '../../src/runs/strength/counterexample.ts';

/** The measurements of the benchmark inside the page; times in milliseconds. */
export interface PageFigures {
  /** A test's share of the time from the first result to the last: restore and a small program, in a warm worker. */
  readonly hermeticTestMs: number;
  /** From the end of a program that was killed to the result of the next, 95th percentile. */
  readonly killToNextP95Ms: number;
  /** The output of the kernels' program. */
  readonly kernels: string;
  /** Longest gap between two timer ticks of the page while it judged. */
  readonly pageLongestStallMs: number;
}

/** The result of many submissions in one page. */
export interface SoakFigures {
  /** Verdicts that were not what they had to be, in words. */
  readonly astray: readonly string[];
  /** A test's share of the time, of those that end by themselves. */
  readonly testMilliseconds: number;
}

/** Mutants of a program that ended by themselves on every test, and how long one worker took for them. */
export interface MutantFigures {
  readonly programs: readonly string[];
  readonly executions: number;
  readonly milliseconds: number;
}

export interface CounterexampleFigures {
  readonly counterexample: Counterexample;
  /** Running time of both programs in the search, without that of the confirmation. */
  readonly engineMilliseconds: number;
}

/** A problem with added tests, and how programs fare on all of its tests. */
export interface HardenedFigures {
  readonly added: readonly AddedTest[];
  /** Why no test was added; null if some were. */
  readonly reason: string | null;
  /** For each program, the index of the first test that it fails; null if it passes all. */
  readonly failed: readonly (number | null)[];
}

/** The interface of the page for its driver under `#/benchmark`. */
export interface Benchmark {
  /** Resolves when the first program of this visit has been judged. */
  firstVerdict(): Promise<void>;
  measure(kernels: string): Promise<PageFigures>;
  /** Judges `count` submissions from number `first` on, in the same sandbox as all calls before. */
  soak(first: number, count: number): Promise<SoakFigures>;
  /** Makes mutants of an accepted program, and runs them on the tests of its problem. */
  mutants(problem: Problem, code: string): Promise<MutantFigures>;
  /** Searches with one worker, which all calls share. */
  counterexample(problem: Problem, program: string, accepted: string): Promise<CounterexampleFigures>;
  /** Adds tests to a problem by its accepted programs, and judges other programs on all tests. */
  harden(
    problem: Problem,
    accepted: readonly string[],
    programs: readonly string[],
  ): Promise<HardenedFigures>;
  /** Measures a GGUF file on the CPU. */
  askWeights(url: string, threads: number): Promise<ModelMeasure>;
  /** A sandbox with one worker, for suites that drive the built page. */
  runner(): Runner;
}

declare global {
  var allpassBenchmark: Benchmark | undefined;
}
