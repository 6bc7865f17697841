import { rawText } from '../../../domain/completion.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission, SubmissionKind } from '../../../domain/submission.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';
import { kindOf, namesAnother } from './playground-view.ts';
import { XrayState } from '../../../common/xray/xray-state.svelte.ts';
import type { JudgePort } from '../../../judge/judge.ts';

/** Selects the submission of the open problem for the X-ray. The code is loaded with the dialog. */
export class XrayDialogState {
  readonly #playground: PlaygroundState;
  readonly rays: XrayState;
  /** The kind of submission that the user chose; null for the default. */
  #chosenKind = $state<SubmissionKind | null>(null);
  /** The problem of the last X-ray. */
  #problem: Problem | null = null;

  /** The kinds of submission that can be X-rayed now. */
  readonly choices = $derived.by((): readonly SubmissionKind[] => {
    const { answer, draft } = this.#playground;
    const { phase, record } = answer;
    const hasAnswer = phase === 'ended' && record !== null && rawText(record.completion) !== '';
    return [
      ...(hasAnswer ? (['completion'] as const) : []),
      ...(draft.isWritten ? (['program'] as const) : []),
    ];
  });
  /** The kind that is X-rayed: the chosen one, or else the one in the visible tab. */
  readonly kind = $derived.by((): SubmissionKind | null => {
    const preferredKinds = [this.#chosenKind, kindOf(this.#playground.view.current.tab)] as const;
    return preferredKinds.find((kind) => kind && this.choices.includes(kind)) ?? this.choices[0] ?? null;
  });

  constructor(judge: JudgePort, playground: PlaygroundState) {
    this.#playground = playground;
    this.rays = new XrayState(judge);
    playground.view.listen((view, previous) => {
      if (namesAnother(view, previous)) this.#clear();
      else if (view.dialog?.type !== 'xray') {
        this.#chosenKind = null;
        this.rays.stop();
      }
    });
  }

  /** Runs the X-ray of the open problem, unless it has already run. The dialog calls this method when it opens. */
  follow(): void {
    if ((this.#playground.openedProblem?.problem ?? null) !== this.#problem) this.#clear();
    const submission = this.kind && this.#submissionOf(this.kind);
    if (submission && !this.rays.holds(submission, this.#playground.terms.profile)) void this.repeat();
  }

  /** Runs the X-ray again. */
  async repeat(): Promise<void> {
    if (this.kind !== null) await this.take(this.kind);
  }

  /** Runs the X-ray of a kind of submission, even if it has run before. */
  async take(kind: SubmissionKind): Promise<void> {
    const submission = this.#submissionOf(kind);
    const { openedProblem, terms } = this.#playground;
    if (openedProblem === null || submission === null) return;
    this.#chosenKind = kind;
    this.#problem = openedProblem.problem;
    await this.rays.run(openedProblem.problem, submission, terms.profile);
  }

  #clear(): void {
    this.rays.clear();
    this.#chosenKind = this.#problem = null;
  }

  #submissionOf(kind: SubmissionKind): Submission | null {
    const { answer, draft } = this.#playground;
    if (!this.choices.includes(kind)) return null;
    if (kind === 'program') return { kind, code: draft.code };
    const completion = answer.record?.completion;
    return completion ? { kind, completion } : null;
  }
}
