/** Compares our verdicts with those that a file of samples contains. */
import { numberText, percent } from '../../../base/number-words.ts';
import type { Sample } from '../../../domain/submission.ts';
import type { Reward, SampleVerdict } from '../../../domain/verdict.ts';
import { shownText } from '../text/shown-text.ts';
import type { FactRow } from './run-facts.ts';

/** Maximum number of samples that are named. Further ones are only counted; their rows have both verdicts. */
const MOST_NAMED = 20;

export class Agreement {
  #compared = 0;
  readonly #differing: string[] = [];

  add({ problemId, id, passedElsewhere }: Sample, verdict: SampleVerdict, reward: Reward): void {
    if (passedElsewhere === undefined || reward === null) return;
    this.#compared += 1;
    if (passedElsewhere === (reward === 1)) return;
    const there = passedElsewhere ? 'passed' : 'failed';
    this.#differing.push(`${problemId}, ${id}: ${there} there, ${verdict} here`);
  }

  /** Rows of the summary; empty if the file has no verdicts. */
  get rows(): readonly FactRow[] {
    if (this.#compared === 0) return [];
    const agreed = this.#compared - this.#differing.length;
    const head = `${numberText(agreed)} of ${numberText(this.#compared)} as in the file, ${percent(agreed / this.#compared)}`;
    const named = this.#differing.slice(0, MOST_NAMED).map(shownText);
    const more = this.#differing.length - named.length;
    const rest = more > 0 ? [`and ${numberText(more)} more: their rows have passed_elsewhere`] : [];
    return [['agreement', head], ...[...named, ...rest].map((line): FactRow => ['', line])];
  }
}
