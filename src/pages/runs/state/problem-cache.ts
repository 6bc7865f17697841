/** The problems that a run opens: every sample needs its own, and opening one reads and copies all of its tests. */
import { refText, type ProblemRef } from '../../../domain/problem-ref.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';

/** Most characters of tests and statements kept in memory. */
const MOST = 16_000_000;

interface Kept {
  /** The problem as it was listed. A set that is imported again lists other objects. */
  readonly listed: ListedProblem;
  readonly opened: OpenedProblem;
}

/**
 * Keeps the first opened problems in memory, up to the limit. A run goes through all its problems repeatedly, so a
 * cache of the last ones would drop each problem before its next use.
 */
export class ProblemCache {
  readonly #problems: Pick<ProblemsState, 'open' | 'find'>;
  readonly #kept = new Map<string, Kept>();
  readonly #most: number;
  #characters = 0;

  constructor(problems: Pick<ProblemsState, 'open' | 'find'>, most = MOST) {
    this.#problems = problems;
    this.#most = most;
  }

  /** As `ProblemsState.open`: null for a problem that no set has; rejects when it is known and cannot be loaded. */
  async open({ set, id }: ProblemRef): Promise<OpenedProblem | null> {
    const name = refText({ set, id });
    const listed = this.#problems.find({ set, id });
    const kept = this.#kept.get(name);
    if (kept !== undefined && kept.listed === listed) return kept.opened;
    const opened = await this.#problems.open({ set, id });
    if (opened === null || listed === undefined) return opened;
    const characters = charactersOf(opened);
    if (kept === undefined && this.#characters + characters > this.#most) return opened;
    this.#kept.set(name, { listed, opened });
    this.#characters += characters - (kept === undefined ? 0 : charactersOf(kept.opened));
    return opened;
  }
}

function charactersOf({ problem: { prompt, tests } }: OpenedProblem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, prompt.length);
}
