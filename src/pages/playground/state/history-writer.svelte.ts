import type { Author } from '../../../domain/answer.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';

/** Stores verdicts in the history of their problem, and as a mark in the list. */
export class HistoryWriter {
  readonly #tables: Tables;
  readonly #record: ProblemsState['record'];
  readonly #say: (text: string) => void;
  /** Resolves when all verdicts so far are in the history. Each verdict makes a new promise. */
  written = $state.raw<Promise<unknown>>(Promise.resolve());

  /**
   * @param record marks the problem in the list
   * @param say shows the user a sentence
   */
  constructor(tables: Tables, record: ProblemsState['record'], say: (text: string) => void) {
    this.#tables = tables;
    this.#record = record;
    this.#say = say;
  }

  /** Loads its code, so that it works without the network. */
  async prepare(): Promise<void> {
    await Promise.all([import('./history-state.svelte.ts'), this.#tables.history()]);
  }

  /** Stores a verdict. A run of the samples decides nothing, and a stopped run has no verdict: neither is stored. */
  keep(problem: ProblemRef, author: Author, submission: Submission, judgement: Judgement): void {
    const { report, scope } = judgement;
    if (scope === 'public' || report.flags.includes('stopped')) return;
    const when = Date.now();
    const add = async (): Promise<void> => {
      const { historyKey, historyEntry } = await import('../../../domain/stored-work.ts');
      const history = await this.#tables.history();
      await history.add(historyKey(problem, when, submission), historyEntry(author, submission, judgement));
    };
    this.#then(add);
    if (report.reward !== null) this.#record(problem, author.type, report.reward);
  }

  /** Updates the newest entry of a submission after more of its tests have run, unless the user deleted it. */
  renew(problem: ProblemRef, submission: Submission, judgement: Judgement): void {
    if (judgement.scope === 'public') return;
    const renew = async (): Promise<void> => {
      const { renewEntry } = await import('./history-state.svelte.ts');
      await renewEntry(await this.#tables.history(), problem, submission, judgement);
    };
    this.#then(renew);
  }

  /** Runs the writes in sequence, so that entries keep the order of their verdicts. */
  #then(work: () => Promise<void>): void {
    this.written = this.written
      .then(work)
      .catch(() => this.#say('A verdict could not be added to the history. Reload the page.'));
  }
}
