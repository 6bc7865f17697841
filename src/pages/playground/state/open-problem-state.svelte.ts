import { errorMessage } from '../../../base/error-message.ts';
import type { Answer } from '../../../domain/answer.ts';
import { prepareHash, stillFits, type Judgements } from '../../../domain/judgement.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem-ref.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import { type PlaygroundView, namesAnother } from './playground-view.ts';

export type ProblemPhase =
  | { readonly type: 'loading' }
  | { readonly type: 'ready' }
  | { readonly type: 'missing'; readonly id: string }
  | { readonly type: 'failed'; readonly message: string };

type LeftTables = Pick<Tables, 'drafts' | 'answers' | 'judgements'>;

/** The stored data of a problem from earlier visits. */
export interface LeftOfProblem {
  readonly draft: Awaited<ReturnType<LeftTables['drafts']['read']>>;
  readonly answer: Answer | undefined;
  /** Without those given before the problem changed. */
  readonly judgements: Judgements;
}

export interface OpenProblemParts {
  readonly view: PageView<PlaygroundView>;
  readonly problems: Pick<ProblemsState, 'first' | 'named' | 'addressOf' | 'open'>;
  readonly tables: LeftTables;
  /** Called when the open problem is left: its data must no longer be shown. */
  readonly onLeave: () => void;
  readonly onOpen: (opened: OpenedProblem, left: LeftOfProblem) => void;
}

/** The problem that the address names, opened with what earlier visits have left of it. */
export class OpenProblemState {
  readonly #parts: OpenProblemParts;
  #turn = 0;
  /** Ends when the problem that the address names is open. */
  #following: Promise<void> = Promise.resolve();
  #begin = (): void => undefined;
  /** Resolves when the list is loaded and the first problem is opening. */
  readonly #begun = new Promise<void>((resolve) => (this.#begin = resolve));
  #phase = $state.raw<ProblemPhase>({ type: 'loading' });
  #opened = $state.raw<OpenedProblem | null>(null);

  constructor(parts: OpenProblemParts) {
    this.#parts = parts;
    parts.view.listen((view, previous) => {
      if (namesAnother(view, previous)) void this.#follow();
    });
  }

  get phase(): ProblemPhase {
    return this.#phase;
  }

  get opened(): OpenedProblem | null {
    return this.#opened;
  }

  /** Opens what the address names, or the first problem. Called once when the list is there. */
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
   * Resolves with the problem that is opening; null when it cannot be opened, or when the user has moved to another
   * one.
   */
  async opening(): Promise<OpenedProblem | null> {
    if (this.#turn === 0) await this.#begun;
    const turn = this.#turn;
    await this.#following;
    return turn === this.#turn ? this.#opened : null;
  }

  /** Tries an unknown address again, after a file has brought new problems or taken some away. */
  reopen(): void {
    if (!isSameProblem(this.#named, this.#opened?.ref ?? null)) void this.#follow();
  }

  /** Opens the problem again, because it may have changed. */
  reload(): void {
    void this.#follow();
  }

  goTo(problem: ProblemRef): void {
    const address = this.#parts.problems.addressOf(problem);
    this.#parts.view.go({ ...address, test: null, dialog: null });
  }

  /** Moves to a problem and waits until it is open; false when it did not open. */
  async bring(problem: ProblemRef): Promise<boolean> {
    const isOpen = (): boolean => isSameProblem(this.#opened?.ref ?? null, problem);
    if (isOpen()) return true;
    this.goTo(problem);
    await this.#following;
    return isOpen();
  }

  /** The problem that the address names, or the first problem; null when the named problem is missing. */
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
    this.#parts.onLeave();
    this.#opened = null;
    const ref = this.#named;
    const missing: ProblemPhase = { type: 'missing', id: this.#parts.view.current.problem ?? '' };
    this.#phase = ref === null ? missing : { type: 'loading' };
    if (ref === null) return;
    const { drafts, answers, judgements } = this.#parts.tables;
    try {
      const opened = await this.#parts.problems.open(ref);
      const [draft, answer, kept = {}] = await Promise.all([
        drafts.read(ref),
        answers.read(ref),
        judgements.read(ref),
      ]);
      // Whether what is kept still fits is asked below, and with every verdict.
      if (opened !== null) await prepareHash(opened.problem);
      if (turn !== this.#turn) return;
      if (opened === null) {
        this.#phase = missing;
        return;
      }
      this.#opened = opened;
      const fitting = Object.entries(kept).filter(([, judgement]) => stillFits(judgement, opened.problem));
      this.#parts.onOpen(opened, { draft, answer, judgements: Object.fromEntries(fitting) });
      this.#phase = { type: 'ready' };
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#phase = { type: 'failed', message: errorMessage(error) };
    }
  }
}
