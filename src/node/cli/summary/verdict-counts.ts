/** Counts of verdicts, the most frequent first. */
import { numberText, percent } from '../../../base/number-words.ts';
import type { SampleVerdict } from '../../../domain/verdict.ts';
import { inColumns } from '../text/columns.ts';

export class VerdictCounts {
  readonly #counts = new Map<SampleVerdict, number>();
  #total = 0;

  add(verdict: SampleVerdict): void {
    this.#counts.set(verdict, this.of(verdict) + 1);
    this.#total += 1;
  }

  get total(): number {
    return this.#total;
  }

  of(verdict: SampleVerdict): number {
    return this.#counts.get(verdict) ?? 0;
  }

  /** All counts in one line. */
  get words(): string {
    return this.#sorted.map(([verdict, count]) => `${verdict} ${numberText(count)}`).join(', ');
  }

  /** Aligned lines with one verdict each, or two if there are many. */
  get lines(): readonly string[] {
    const cells = this.#sorted.map(([verdict, count]) => [
      verdict,
      numberText(count),
      percent(count / this.#total),
    ]);
    const half = cells.length <= MOST_LINES ? cells.length : Math.ceil(cells.length / 2);
    const rows = cells.slice(0, half).map((row, at) => {
      const beside = cells[half + at];
      return beside === undefined ? row : [...row, '', ...beside];
    });
    return inColumns(rows, ['left', 'right', 'right', 'left', 'left', 'right', 'right']);
  }

  get #sorted(): readonly (readonly [SampleVerdict, number])[] {
    return [...this.#counts].sort(([, one], [, other]) => other - one);
  }
}

const MOST_LINES = 4;
