/** Describes the samples whose problem is not in the file of problems. */
import { counted } from '../../../base/number-words.ts';
import { suggestion } from '../../../base/suggestion.ts';
import { fault, faultText, type Fault } from '../../../datasets/faults/fault.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/sample.ts';
import { shownText } from '../text/shown-text.ts';

/** The search for a similar name takes time for each sample, and more wrong names than this are no slip of a finger. */
const MOST_SUGGESTIONS = 20;

export class UnknownProblems {
  readonly #path: string;
  readonly #problems: ReadonlyMap<string, Problem>;
  readonly #said = new Map<string, Fault>();

  constructor(path: string, problems: ReadonlyMap<string, Problem>) {
    this.#path = path;
    this.#problems = problems;
  }

  /** Why a sample cannot be judged, with the id that may have been meant. */
  fault(id: string): Fault {
    const known = this.#said.get(id);
    if (known !== undefined) return known;
    const near = this.#said.size < MOST_SUGGESTIONS ? suggestion(id, [...this.#problems.keys()]) : null;
    const why = fault('isUnknownProblem', id, this.#path, near === null ? null : shownText(near));
    this.#said.set(id, why);
    return why;
  }

  /** The same, one sentence. */
  reason(id: string): string {
    return faultText(this.fault(id));
  }

  /** One line for stderr ahead of a long run; null where every sample has its problem. */
  warning(samples: readonly Sample[]): string | null {
    const lost = samples.filter(({ problemId }) => !this.#problems.has(problemId));
    const [first] = lost;
    if (first === undefined) return null;
    const problems = new Set(lost.map(({ problemId }) => problemId)).size;
    const others = problems === 1 ? '' : `, and ${problems - 1} more`;
    const one = lost.length === 1;
    return (
      `${counted(lost.length, 'sample')} ${one ? 'names an unknown problem' : 'name unknown problems'}: ` +
      `${shownText(this.reason(first.problemId))}${others}; ` +
      `verdict unknown-problem (--strict refuses such a file)`
    );
  }
}
