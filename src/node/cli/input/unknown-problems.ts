/** Describes the samples whose problem is not in the file of problems. */
import { counted } from '../../../base/number-words.ts';
import { suggestion } from '../../../base/suggestion.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/sample.ts';
import { shownText } from '../text/shown-text.ts';

/** The search for a similar name takes time for each sample, and more wrong names than this are no slip of a finger. */
const MOST_SUGGESTIONS = 20;

export class UnknownProblems {
  readonly #path: string;
  readonly #problems: ReadonlyMap<string, Problem>;
  readonly #said = new Map<string, string>();

  constructor(path: string, problems: ReadonlyMap<string, Problem>) {
    this.#path = path;
    this.#problems = problems;
  }

  /** Why a sample cannot be judged, with the id that may have been meant. */
  fault(id: string): string {
    const known = this.#said.get(id);
    if (known !== undefined) return known;
    const near = this.#said.size < MOST_SUGGESTIONS ? suggestion(id, [...this.#problems.keys()]) : null;
    const meant = near === null ? '' : ` (did you mean ${shownText(near)}?)`;
    const why = `"${id}" is not in ${this.#path}${meant}`;
    this.#said.set(id, why);
    return why;
  }

  /** The same, one sentence. */
  reason(id: string): string {
    return this.fault(id);
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
