import { rawText } from '../../../domain/completion.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission, SubmissionKind } from '../../../domain/submission.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { AnswerState } from './answer-state.svelte.ts';
import type { DraftState } from './draft-state.svelte.ts';
import { type PlaygroundView, kindOf } from './playground-view.ts';
import type { TermsState } from './terms-state.svelte.ts';
import { XrayState } from '../../../common/xray/state/xray-state.svelte.ts';

export interface XrayDialogParts {
  readonly view: PageView<PlaygroundView>;
  readonly judge: JudgePort;
  readonly terms: Pick<TermsState, 'profile'>;
  /** The open problem; null for none. */
  readonly problem: () => Problem | null;
  readonly answer: Pick<AnswerState, 'phase' | 'record'>;
  readonly draft: Pick<DraftState, 'written' | 'code'>;
}

/** A submission of another problem that the X-ray shows. It does not become part of the open problem. */
export interface XrayGuest {
  /** Name of the submission. */
  readonly label: string;
  readonly problem: Problem;
  readonly submission: Submission;
  /** The dialog has closed. */
  readonly onclosed: () => void;
}

/**
 * Decides what is X-rayed. The X-ray starts when the dialog is open and has a submission, and stops when the dialog
 * closes.
 */
export class XrayDialogState {
  readonly #parts: XrayDialogParts;
  readonly rays: XrayState;
  /** The kind of submission that the user chose; null for the page's choice. */
  #chosen = $state<SubmissionKind | null>(null);
  #guest = $state.raw<XrayGuest | null>(null);

  /** The kinds of submission that can be X-rayed now. */
  readonly choices = $derived.by((): readonly SubmissionKind[] => {
    const { phase, record } = this.#parts.answer;
    const answered = phase === 'ended' && record !== null && rawText(record.completion) !== '';
    return [
      ...(answered ? (['completion'] as const) : []),
      ...(this.#parts.draft.written ? (['program'] as const) : []),
    ];
  });
  /** The kind that is X-rayed: the chosen one, or else the one in the visible tab. */
  readonly kind = $derived.by((): SubmissionKind | null => {
    const { view } = this.#parts;
    const inFront = kindOf(view.current.tab);
    const wanted = [this.#chosen, inFront] as const;
    return wanted.find((kind) => kind && this.choices.includes(kind)) ?? this.choices[0] ?? null;
  });

  constructor(parts: XrayDialogParts) {
    this.#parts = parts;
    this.rays = new XrayState(parts.judge);
    parts.view.listen((view, previous) => {
      if (view.dialog?.type !== previous.dialog?.type) this.follow();
    });
  }

  open(): void {
    this.#chosen = null;
    this.#parts.view.go({ dialog: { type: 'xray' } });
  }

  /** The submission that the open dialog shows instead of the problem's own; null for none. */
  get guest(): XrayGuest | null {
    return this.#guest;
  }

  /** Opens the dialog on a submission of another problem. */
  show(guest: XrayGuest): void {
    this.#guest = guest;
    this.#parts.view.go({ dialog: { type: 'xray' } });
    void this.again();
  }

  /** Runs the X-ray again. */
  async again(): Promise<void> {
    const { kind } = this;
    if (this.#guest !== null)
      await this.rays.run(this.#guest.problem, this.#guest.submission, this.#parts.terms.profile);
    else if (kind !== null) await this.take(kind);
  }

  /** Runs the X-ray of a kind of submission, even if it has run before. */
  async take(kind: SubmissionKind): Promise<void> {
    const submission = this.#submissionOf(kind);
    const problem = this.#parts.problem();
    if (problem === null || submission === null) return;
    this.#chosen = kind;
    this.#guest = null;
    await this.rays.run(problem, submission, this.#parts.terms.profile);
  }

  /** Runs the X-ray of the open dialog unless it has run; stops it when the dialog is closed. */
  follow(): void {
    const { kind } = this;
    const guest = this.#guest;
    if (this.#parts.view.current.dialog?.type !== 'xray') {
      this.rays.stop();
      this.#guest = null;
      guest?.onclosed();
    } else if (kind !== null && guest === null) {
      const submission = this.#submissionOf(kind);
      if (submission !== null && !this.rays.holds(submission, this.#parts.terms.profile))
        void this.take(kind);
    }
  }

  /** The problem was left. */
  clear(): void {
    this.rays.clear();
    this.#chosen = this.#guest = null;
  }

  #submissionOf(kind: SubmissionKind): Submission | null {
    if (!this.choices.includes(kind)) return null;
    if (kind === 'program') return { kind, code: this.#parts.draft.code };
    const completion = this.#parts.answer.record?.completion;
    return completion ? { kind, completion } : null;
  }
}
