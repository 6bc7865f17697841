import type { Judgement, TestScope } from '../../domain/judgement.ts';
import type { ProblemRef } from '../../domain/problem-ref.ts';
import type { Submission } from '../../domain/submission.ts';
import type { JudgePort } from '../../judge/judge.ts';
import type { Tables } from '../../storage/tables.ts';
import type { OpenedProblem, ProblemsState } from '../problems/problems-state.svelte.ts';
import type { PageView } from '../shell/page-view.svelte.ts';
import { JudgingState } from './judging-state.svelte.ts';
import type { TermsState } from './terms-state.svelte.ts';

export interface VerdictParts {
  readonly view: PageView<'playground'>;
  readonly judge: JudgePort;
  readonly terms: Pick<TermsState, 'profile' | 'outdates'>;
  readonly problems: Pick<ProblemsState, 'record'>;
  readonly tables: Pick<Tables, 'judgements'>;
}

/** The verdict on the open problem: given by the chosen rules, and kept with the problem. */
export class VerdictState {
  readonly #parts: VerdictParts;
  readonly judging: JudgingState;
  /** The shown verdict was given by other rules than those that are chosen. */
  readonly outdated = $derived.by(() => this.#parts.terms.outdates(this.judging.record));

  constructor(parts: VerdictParts) {
    this.#parts = parts;
    this.judging = new JudgingState(parts.judge);
  }

  async judge({ ref, problem }: OpenedProblem, submission: Submission, scope: TestScope): Promise<void> {
    const { view, terms } = this.#parts;
    view.adjust({ test: null });
    const judgement = await this.judging.run(problem, submission, scope, terms.profile);
    if (judgement === null) return;
    const { report } = judgement;
    // The first failure is what everyone looks for next, unless they look at another test already.
    if (report.firstFailed !== null && report.testsRun > 0 && view.current.test === null)
      view.adjust({ test: report.firstFailed });
    if (!report.flags.includes('stopped')) this.#keep(ref, judgement);
  }

  /** Shows and keeps a verdict that was given elsewhere; null takes away the one that is kept. */
  take(problem: ProblemRef, judgement: Judgement | null): void {
    this.judging.clear();
    if (judgement === null) void this.#parts.tables.judgements.delete([problem]);
    else {
      this.judging.show(judgement);
      this.#keep(problem, judgement);
    }
  }

  #keep(problem: ProblemRef, judgement: Judgement): void {
    const { reward } = judgement.report;
    void this.#parts.tables.judgements.write(problem, judgement);
    if (reward !== null) this.#parts.problems.record(problem, reward);
  }
}
