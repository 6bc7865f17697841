import { submissionIn, type Answer } from '../../../domain/answer.ts';
import type { Run, RunSampleKey } from '../../../domain/run.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { XrayState } from '../../../common/xray/state/xray-state.svelte.ts';
import * as words from '../words/state.ts';

/** A sample of a run under the rules of every grader. */
export class SampleXray {
  readonly #problems: Pick<ProblemsState, 'open'>;
  readonly rays: XrayState;
  #turn = 0;
  #trouble = $state<string | null>(null);

  constructor(parts: { readonly judge: JudgePort; readonly problems: Pick<ProblemsState, 'open'> }) {
    this.#problems = parts.problems;
    this.rays = new XrayState(parts.judge);
  }

  /** Reason why the sample has no X-ray, in a sentence; null for none. */
  get trouble(): string | null {
    return this.#trouble;
  }

  async take(run: Pick<Run, 'profile'>, { set, id }: RunSampleKey, answer: Answer): Promise<void> {
    this.clear();
    const turn = this.#turn;
    const submission = submissionIn(answer);
    const opened = await this.#problems.open({ set, id }).catch(() => null);
    // The dialog was closed meanwhile.
    if (turn !== this.#turn) return;
    if (opened === null) this.#trouble = words.xrayProblemNotOpened(id);
    else if (submission === null) this.#trouble = words.xrayNoAnswer;
    else await this.rays.run(opened.problem, submission, findProfile(run.profile) ?? undefined);
  }

  clear(): void {
    this.#turn += 1;
    this.#trouble = null;
    this.rays.clear();
  }
}
