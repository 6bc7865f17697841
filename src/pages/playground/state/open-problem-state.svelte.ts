import { errorMessage } from '../../../base/error-message.ts';
import type { Answer } from '../../../domain/answer.ts';
import type { Draft } from '../../../domain/stored-work.ts';
import { prepareHash, stillFits, type Judgements } from '../../../domain/judgement.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { PlaygroundParts } from './playground-parts.ts';
import { namesAnother } from './playground-view.ts';

export type ProblemPhase =
  | { readonly type: 'loading' }
  | { readonly type: 'ready' }
  | { readonly type: 'missing'; readonly id: string }
  | { readonly type: 'failed'; readonly message: string };

/** The stored data of a problem from earlier visits. */
export interface StoredOfProblem {
  readonly draft: Draft | undefined;
  readonly answer: Answer | undefined;
  /** Excludes verdicts on an earlier version of the problem. */
  readonly judgements: Judgements;
}

/** The problem that the address names, with its stored data from earlier visits. */
export class OpenProblemState {
  readonly #parts: PlaygroundParts;
  readonly #onLeave: () => void;
  readonly #onOpen: (openedProblem: OpenedProblem, storedRecords: StoredOfProblem) => void;
  #callNumber = 0;
  /** Resolves when the problem that the address names is open. */
  #followPromise: Promise<void> = Promise.resolve();
  #resolveBegun = (): void => undefined;
  /** Resolves when the list is loaded and the first problem is opening. */
  readonly #beginPromise = new Promise<void>((resolve) => (this.#resolveBegun = resolve));
  phase = $state.raw<ProblemPhase>({ type: 'loading' });
  openedProblem = $state.raw<OpenedProblem | null>(null);

  /**
   * @param onLeave called when the user leaves the problem, whose data must no longer be shown
   * @param onOpen called with a problem and its stored data
   */
  constructor(
    parts: PlaygroundParts,
    onLeave: () => void,
    onOpen: (openedProblem: OpenedProblem, storedRecords: StoredOfProblem) => void,
  ) {
    this.#parts = parts;
    this.#onLeave = onLeave;
    this.#onOpen = onOpen;
    parts.view.listen((view, previous) => {
      if (namesAnother(view, previous)) void this.#openCurrent();
    });
  }

  /** Opens the problem in the address, or the first problem. Called once, when the list is loaded. */
  async start(): Promise<void> {
    const { problems, view } = this.#parts;
    const { first } = problems;
    const isNamed = view.current.problem !== null || first === null;
    if (isNamed) void this.#openCurrent();
    else view.adjust(problems.addressOf(first));
    this.#resolveBegun();
    if (isNamed) await this.#followPromise;
  }

  /**
   * Resolves with the problem that is being opened, or null if it cannot be opened or if the user has gone to another
   * problem.
   */
  async opening(): Promise<OpenedProblem | null> {
    if (this.#callNumber === 0) await this.#beginPromise;
    const callNumber = this.#callNumber;
    await this.#followPromise;
    return callNumber === this.#callNumber ? this.openedProblem : null;
  }

  /** Tries an unknown address again after problems were added or removed. */
  reopen(): void {
    if (!isSameProblem(this.#namedProblem, this.openedProblem?.ref ?? null)) void this.#openCurrent();
  }

  /** Opens the problem again, because it may have changed. */
  reload(): void {
    void this.#openCurrent();
  }

  goTo(problem: ProblemRef): void {
    const address = this.#parts.problems.addressOf(problem);
    this.#parts.view.go({ ...address, test: null, dialog: null });
  }

  /** Goes to a problem and waits until it is open. Resolves with false if it did not open. */
  async bring(problem: ProblemRef): Promise<boolean> {
    const isOpen = (): boolean => isSameProblem(this.openedProblem?.ref ?? null, problem);
    if (isOpen()) return true;
    this.goTo(problem);
    await this.#followPromise;
    return isOpen();
  }

  /** The problem that the address names, or the first problem; null if the named problem is missing. */
  get #namedProblem(): ProblemRef | null {
    const { problem, in: set } = this.#parts.view.current;
    const { problems } = this.#parts;
    return problem === null ? problems.first : problems.refOfAddress({ problem, in: set });
  }

  #openCurrent(): Promise<void> {
    return (this.#followPromise = this.#open());
  }

  async #open(): Promise<void> {
    const callNumber = ++this.#callNumber;
    this.#onLeave();
    this.openedProblem = null;
    const ref = this.#namedProblem;
    const missingPhase: ProblemPhase = { type: 'missing', id: this.#parts.view.current.problem ?? '' };
    this.phase = ref === null ? missingPhase : { type: 'loading' };
    if (ref === null) return;
    const { drafts, answers, judgements } = this.#parts.tables;
    try {
      const openedProblem = await this.#parts.problems.open(ref);
      const [draft, answer, storedJudgements = {}] = await Promise.all([
        drafts.read(ref),
        answers.read(ref),
        judgements.read(ref),
      ]);
      // Computes the hash with which `stillFits` compares verdicts and problem below.
      if (openedProblem !== null) await prepareHash(openedProblem.problem);
      if (callNumber !== this.#callNumber) return;
      if (openedProblem === null) {
        this.phase = missingPhase;
        return;
      }
      this.openedProblem = openedProblem;
      const fitting = Object.entries(storedJudgements).filter(([, judgement]) =>
        stillFits(judgement, openedProblem.problem),
      );
      this.#onOpen(openedProblem, { draft, answer, judgements: Object.fromEntries(fitting) });
      this.phase = { type: 'ready' };
    } catch (error) {
      if (callNumber !== this.#callNumber) return;
      this.phase = { type: 'failed', message: errorMessage(error) };
    }
  }
}
