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
  readonly #onOpen: (opened: OpenedProblem, stored: StoredOfProblem) => void;
  #turn = 0;
  /** Resolves when the problem that the address names is open. */
  #following: Promise<void> = Promise.resolve();
  #begin = (): void => undefined;
  /** Resolves when the list is loaded and the first problem is opening. */
  readonly #begun = new Promise<void>((resolve) => (this.#begin = resolve));
  phase = $state.raw<ProblemPhase>({ type: 'loading' });
  opened = $state.raw<OpenedProblem | null>(null);

  /**
   * @param onLeave called when the user leaves the problem, whose data must no longer be shown
   * @param onOpen called with a problem and its stored data
   */
  constructor(
    parts: PlaygroundParts,
    onLeave: () => void,
    onOpen: (opened: OpenedProblem, stored: StoredOfProblem) => void,
  ) {
    this.#parts = parts;
    this.#onLeave = onLeave;
    this.#onOpen = onOpen;
    parts.view.listen((view, previous) => {
      if (namesAnother(view, previous)) void this.#follow();
    });
  }

  /** Opens the problem in the address, or the first problem. Called once, when the list is loaded. */
  async start(): Promise<void> {
    const { problems, view } = this.#parts;
    const { first } = problems;
    const isNamed = view.current.problem !== null || first === null;
    if (isNamed) void this.#follow();
    else view.adjust(problems.addressOf(first));
    this.#begin();
    if (isNamed) await this.#following;
  }

  /**
   * Resolves with the problem that is being opened, or null if it cannot be opened or if the user has gone to another
   * problem.
   */
  async opening(): Promise<OpenedProblem | null> {
    if (this.#turn === 0) await this.#begun;
    const turn = this.#turn;
    await this.#following;
    return turn === this.#turn ? this.opened : null;
  }

  /** Tries an unknown address again after problems were added or removed. */
  reopen(): void {
    if (!isSameProblem(this.#named, this.opened?.ref ?? null)) void this.#follow();
  }

  /** Opens the problem again, because it may have changed. */
  reload(): void {
    void this.#follow();
  }

  goTo(problem: ProblemRef): void {
    const address = this.#parts.problems.addressOf(problem);
    this.#parts.view.go({ ...address, test: null, dialog: null });
  }

  /** Goes to a problem and waits until it is open. Resolves with false if it did not open. */
  async bring(problem: ProblemRef): Promise<boolean> {
    const isOpen = (): boolean => isSameProblem(this.opened?.ref ?? null, problem);
    if (isOpen()) return true;
    this.goTo(problem);
    await this.#following;
    return isOpen();
  }

  /** The problem that the address names, or the first problem; null if the named problem is missing. */
  get #named(): ProblemRef | null {
    const { problem, in: set } = this.#parts.view.current;
    const { problems } = this.#parts;
    return problem === null ? problems.first : problems.named({ problem, in: set });
  }

  #follow(): Promise<void> {
    return (this.#following = this.#open());
  }

  async #open(): Promise<void> {
    const turn = ++this.#turn;
    this.#onLeave();
    this.opened = null;
    const ref = this.#named;
    const missing: ProblemPhase = { type: 'missing', id: this.#parts.view.current.problem ?? '' };
    this.phase = ref === null ? missing : { type: 'loading' };
    if (ref === null) return;
    const { drafts, answers, judgements } = this.#parts.tables;
    try {
      const opened = await this.#parts.problems.open(ref);
      const [draft, answer, stored = {}] = await Promise.all([
        drafts.read(ref),
        answers.read(ref),
        judgements.read(ref),
      ]);
      // Computes the hash with which `stillFits` compares verdicts and problem below.
      if (opened !== null) await prepareHash(opened.problem);
      if (turn !== this.#turn) return;
      if (opened === null) {
        this.phase = missing;
        return;
      }
      this.opened = opened;
      const fitting = Object.entries(stored).filter(([, judgement]) => stillFits(judgement, opened.problem));
      this.#onOpen(opened, { draft, answer, judgements: Object.fromEntries(fitting) });
      this.phase = { type: 'ready' };
    } catch (error) {
      if (turn !== this.#turn) return;
      this.phase = { type: 'failed', message: errorMessage(error) };
    }
  }
}
