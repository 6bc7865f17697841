import { errorMessage } from '../../base/error-message.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import { PROFILES, STANDARD } from '../../judge/profiles/profiles.ts';
import type { Submission } from '../../domain/submission.ts';
import type { JudgePort } from '../../judge/judge.ts';
import type { xray, XrayRow } from '../../judge/xray.ts';

/** Runs an X-ray. Its code is loaded when the dialog first needs it. */
const takeXray: typeof xray = async (...parts) => (await import('../../judge/xray.ts')).xray(...parts);

/** One answer, judged under every profile. Rows are added as they arrive. One X-ray runs at a time. */
export class XrayState {
  readonly #judge: JudgePort;
  readonly #xray: typeof xray;
  #callNumber = 0;
  #controller: AbortController | null = null;
  running = $state(false);
  /** The submission of the X-ray; null before the first X-ray of a problem. */
  submission = $state.raw<Submission | null>(null);
  /** The profiles that have a row, in order. */
  profiles = $state.raw<readonly Profile[]>(PROFILES);
  /** One row for each profile, the standard one first. Profiles that were not reached are missing. */
  rows = $state.raw<readonly XrayRow[]>([]);
  /** The error message; null if there is none. */
  trouble = $state<string | null>(null);

  constructor(judge: JudgePort, runXray: typeof xray = takeXray) {
    this.#judge = judge;
    this.#xray = runXray;
  }

  get isComplete(): boolean {
    return this.rows.length === this.profiles.length;
  }

  /** Whether the X-ray of this submission is complete. */
  holds(submission: Submission, chosenProfile: Profile): boolean {
    const xraySubmission = this.submission;
    if (xraySubmission === null || !this.isComplete) return false;
    const isSame =
      submission.kind === 'program'
        ? xraySubmission.kind === 'program' && xraySubmission.code === submission.code
        : xraySubmission.kind === 'completion' && xraySubmission.completion === submission.completion;
    return isSame && this.profiles.some(({ name }) => name === chosenProfile.name);
  }

  /** @param chosenProfile gets its own row if it is not one of the known profiles */
  async run(problem: Problem, submission: Submission, chosenProfile: Profile = STANDARD): Promise<void> {
    this.clear();
    const callNumber = this.#callNumber;
    const { signal } = (this.#controller = new AbortController());
    this.profiles = PROFILES.includes(chosenProfile) ? PROFILES : [...PROFILES, chosenProfile];
    const profiles = this.profiles.filter((profile) => profile !== STANDARD);
    this.submission = submission;
    this.running = true;
    const isCurrent = (): boolean => callNumber === this.#callNumber;
    const onRow = (row: XrayRow): void => {
      // A profile that was stopped before its end has no result.
      if (isCurrent() && !row.report.flags.includes('stopped')) this.rows = [...this.rows, row];
    };
    try {
      await this.#xray(this.#judge, problem, submission, { signal, onRow, profiles });
    } catch (error) {
      if (isCurrent()) this.trouble = errorMessage(error);
    }
    if (isCurrent()) this.running = false;
  }

  /** Stops the X-ray and keeps its rows. */
  stop(): void {
    this.#controller?.abort();
  }

  clear(): void {
    this.#callNumber++;
    this.stop();
    this.running = false;
    this.submission = null;
    this.rows = [];
    this.trouble = null;
  }
}
