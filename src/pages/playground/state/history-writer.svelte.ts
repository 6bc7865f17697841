import type { Author } from '../../../domain/answer.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';

export interface HistoryWriterParts {
  readonly tables: Pick<Tables, 'history'>;
  readonly problems: Pick<ProblemsState, 'record'>;
  /** Tells the user something in a sentence. */
  readonly say: (text: string) => void;
}

/** Keeps what was judged: in its problem's history, and as a mark in the list. */
export class HistoryWriter {
  readonly #parts: HistoryWriterParts;
  #last = $state.raw<Promise<unknown>>(Promise.resolve());

  constructor(parts: HistoryWriterParts) {
    this.#parts = parts;
  }

  /** Ends when all that was handed over by now is in the history. Another one with everything that is handed over. */
  get written(): Promise<unknown> {
    return this.#last;
  }

  /** Fetches what it needs, so that it is there without the network. */
  async prepare(): Promise<void> {
    await Promise.all([import('./renew-entry.ts'), this.#parts.tables.history()]);
  }

  /** Stores a verdict. A run of the samples decides nothing, and a stopped run has no verdict: neither is stored. */
  keep(problem: ProblemRef, author: Author, submission: Submission, judgement: Judgement): void {
    const { report, scope } = judgement;
    if (scope === 'public' || report.flags.includes('stopped')) return;
    const when = Date.now();
    const add = async (): Promise<void> => {
      const { historyKey, historyEntry } = await import('../../../domain/history.ts');
      const history = await this.#parts.tables.history();
      await history.add(historyKey(problem, when, submission), historyEntry(author, submission, judgement));
    };
    this.#then(add);
    if (report.reward !== null) this.#parts.problems.record(problem, author.type, report.reward);
  }

  /** More tests of a submission have run: the newest entry of it says so, where the user has left it there. */
  renew(problem: ProblemRef, submission: Submission, judgement: Judgement): void {
    if (judgement.scope === 'public') return;
    const renew = async (): Promise<void> => {
      const { renewEntry } = await import('./renew-entry.ts');
      await renewEntry(await this.#parts.tables.history(), problem, submission, judgement);
    };
    this.#then(renew);
  }

  /** Runs the writes in sequence, so that entries keep the order of their verdicts. */
  #then(work: () => Promise<void>): void {
    this.#last = this.#last
      .then(work)
      .catch(() => this.#parts.say('A verdict could not be added to the history. Reload the page.'));
  }
}
