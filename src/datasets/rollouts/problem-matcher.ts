/** Finds the problem of a rollout whose dump has no tests, by its id or by the text of its prompt. */
import type { Problem } from '../../domain/problem.ts';

/** Number of characters by which a statement is looked up. Shorter statements are compared one by one. */
const WINDOW = 48;
/** A shorter statement, such as "Add.", may occur in the prompt of any other problem. */
const SHORTEST = 16;
const MOST_REMEMBERED = 4096;

type Match =
  | { readonly by: 'id' | 'text'; readonly problem: Problem }
  /** Several problems have the same statement, so that the right one is unknown. */
  | 'ambiguous';

export class ProblemMatcher {
  readonly #byId: ReadonlyMap<string, Problem>;
  /** Problems by the first characters of their statements. */
  readonly #byWindow = new Map<string, { readonly statement: string; readonly problem: Problem }[]>();
  readonly #short: { readonly statement: string; readonly problem: Problem }[] = [];
  readonly #remembered = new Map<string, Match | null>();

  constructor(problems: ReadonlyMap<string, Problem>) {
    this.#byId = problems;
    for (const problem of problems.values()) {
      const statement = normalised(problem.prompt);
      if (statement.length < SHORTEST) continue;
      const entry = { statement, problem };
      if (statement.length < WINDOW) this.#short.push(entry);
      else {
        const key = statement.slice(0, WINDOW);
        this.#byWindow.set(key, [...(this.#byWindow.get(key) ?? []), entry]);
      }
    }
  }

  /**
   * Returns the problem with the id; or else the one whose statement the prompt contains, blanks and line breaks
   * aside. Of several statements the longest counts.
   */
  match(problemId: string | null, prompt: string | null): Match | null {
    const named = problemId === null ? undefined : this.#byId.get(problemId);
    if (named !== undefined) return { by: 'id', problem: named };
    if (prompt === null) return null;
    const remembered = this.#remembered.get(prompt);
    if (remembered !== undefined) return remembered;
    const match = this.#byText(normalised(prompt));
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(prompt, match);
    return match;
  }

  #byText(prompt: string): Match | null {
    let contained = this.#short.filter(({ statement }) => prompt.includes(statement));
    for (let at = 0; at + WINDOW <= prompt.length; at++) {
      const entries = this.#byWindow.get(prompt.slice(at, at + WINDOW));
      if (entries === undefined) continue;
      contained = [...contained, ...entries.filter(({ statement }) => prompt.startsWith(statement, at))];
    }
    const longest = Math.max(0, ...contained.map(({ statement }) => statement.length));
    const problems = new Set(
      contained.filter(({ statement }) => statement.length === longest).map(({ problem }) => problem),
    );
    const [problem] = problems;
    if (problem === undefined) return null;
    return problems.size === 1 ? { by: 'text', problem } : 'ambiguous';
  }
}

function normalised(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
