/** Describes a whole run, for all kinds of submissions. */
import { counted, duration, numberText } from '../../../base/number-words.ts';

export interface RunFacts {
  /** Duration of the command, in seconds. */
  readonly seconds: number;
  readonly retried: number;
  /** Number of samples whose rows an earlier run had written. */
  readonly kept: number;
  readonly workers: number;
  readonly browser: string;
  /** The path of the rows; null for standard output. */
  readonly output: string | null;
}

/** The summary of a run over samples. */
export interface SampleSummary {
  /** The results so far in a few words, for the progress line. */
  readonly soFar: string;
  /** Number of samples that lack a reward for at least one profile. */
  readonly unjudged: number;
  /** Counts a sample whose problem is unknown. */
  addUnknown(): void;
  lines(facts: RunFacts): readonly string[];
}

/** Time factors of a run on this machine, from the samples that ran. */
export class TimeFactors {
  readonly #factors: number[] = [];

  add(factor: number): void {
    this.#factors.push(factor);
  }

  /** Infinity if nothing ran. */
  get smallest(): number {
    return this.#factors.reduce((low, factor) => Math.min(low, factor), Infinity);
  }

  get words(): string {
    const sorted = this.#factors.toSorted((one, other) => one - other);
    const median = sorted[sorted.length >> 1];
    const largest = sorted.at(-1);
    if (median === undefined || largest === undefined) return 'nothing ran';
    const largestText = largest.toFixed(2) === median.toFixed(2) ? '' : `, at most × ${largest.toFixed(2)}`;
    return `time limits × ${median.toFixed(2)}${largestText}`;
  }
}

export type FactRow = readonly [label: string, words: string];

/** Returns the last rows of every summary. */
export function runRows(facts: RunFacts, samples: number, factors: TimeFactors): readonly FactRow[] {
  const { seconds, retried, kept, workers, browser, output } = facts;
  const pace = (samples - kept) / Math.max(seconds, 0.001);
  const speed = pace >= 1 ? `, ${pace.toFixed(1)} samples/s` : '';
  const retries = retried === 0 ? '' : `; ${numberText(retried)} retried`;
  const keptText = kept === 0 ? '' : `; ${counted(kept, 'row')} from before`;
  return [
    ['time', `${duration(seconds * 1000)}${speed}${retries}${keptText}`],
    ['machine', `${factors.words}; ${counted(workers, 'worker')}, ${browser}`],
    ...(output === null ? [] : [['rows', output] as const]),
  ];
}

/** Puts labels on the left of their texts. A row without a label continues the row before. */
export function labelledLines(rows: readonly FactRow[]): readonly string[] {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, words]) => `${label.padEnd(width)}  ${words}`.trimEnd());
}
