/** What the benchmark measures inside the page; times in milliseconds. */
export interface PageFigures {
  /** One test in a fresh state: restore and a small program, median. */
  readonly hermeticTestMs: number;
  readonly testsPerSecond: number;
  /** Throughput of two workers over that of one. */
  readonly twoWorkerScaling: number;
  /** From the end of a program that was killed to the result of the next, 95th percentile. */
  readonly killToNextP95Ms: number;
  /** What the kernels' program printed. */
  readonly kernels: string;
  /** Longest gap between two timer ticks of the page while it judged. */
  readonly pageLongestStallMs: number;
}

/** What the page offers its driver under `#/benchmark`. */
export interface Benchmark {
  /** Resolves when the first program of this visit has been judged. */
  firstVerdict(): Promise<void>;
  measure(kernels: string): Promise<PageFigures>;
}

declare global {
  var allpassBenchmark: Benchmark | undefined;
}
