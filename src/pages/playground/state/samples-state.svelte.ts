import { errorMessage } from '../../../base/error-message.ts';
import { taskYielder } from '../../../base/task-yielder.ts';
import type { ImportFault } from '../../../datasets/lines.ts';
import { readSamplesInPieces } from '../../../datasets/sample-file.ts';
import { unjudgedRow, verdictRow, type VerdictRow } from '../../../datasets/verdict-row.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem-ref.ts';
import { submissionOf } from '../../../domain/sample.ts';
import type { SampleVerdict } from '../../../domain/verdict.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { RedrawThrottle } from '../../../kit/reactive/redraw-throttle.ts';
import * as words from '../words/samples.ts';
import { figuresOf, reasonsOf, rowOf, type KnownProblems, type SampleRow } from './sample-rows.ts';

export interface SamplesParts {
  readonly problems: KnownProblems & Pick<ProblemsState, 'open'>;
  readonly judge: JudgePort;
  /** The rules that judge from now on. */
  readonly profile: () => Profile;
  readonly now?: () => number;
}

/** Those of a verdict, those without one, those that another judge saw otherwise, or all. */
export type SampleFilter = SampleVerdict | 'all' | 'unjudged' | 'differing';

/** The samples of one file: matched with the problems that are here, judged one after another, kept while the page lives. */
export class SamplesState {
  readonly #parts: SamplesParts;
  readonly #now: () => number;
  #turn = 0;
  #controller: AbortController | null = null;
  #opened: OpenedProblem | null = null;
  #name = $state('');
  #profile = $state.raw<Profile>(STANDARD);
  #rows = $state.raw<readonly SampleRow[]>([]);
  #faults = $state.raw<readonly ImportFault[]>([]);
  #note = $state.raw<string | null>(null);
  #running = $state(false);
  /** Duration of this run, and the number of samples that it has judged. */
  #pace = $state.raw({ milliseconds: 0, judged: 0 });
  /** Whether the user has closed the line about the samples under the header. */
  hidden = $state(false);
  /** The rows that are shown. */
  filter = $state<SampleFilter>('all');
  /** The line that the list opens at; null for its beginning. */
  lookedAt = $state<number | null>(null);
  readonly figures = $derived.by(() => figuresOf(this.#rows));
  /** The rows whose problem is not on this device. */
  readonly unknown = $derived.by(() => this.#rows.filter(({ ref }) => ref === null));

  constructor(parts: SamplesParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** Name of the file; '' before the first. */
  get name(): string {
    return this.#name;
  }

  /** In the order of the file. */
  get rows(): readonly SampleRow[] {
    return this.#rows;
  }

  /** Lines that hold no sample. */
  get faults(): readonly ImportFault[] {
    return this.#faults;
  }

  /** A note about reading the file; null for none. */
  get note(): string | null {
    return this.#note;
  }

  get running(): boolean {
    return this.#running;
  }

  /** The rules that judge the samples. */
  get profile(): Profile {
    return this.#profile;
  }

  /** How many have a problem and no verdict yet. */
  get left(): number {
    return this.#rows.length - this.unknown.length - this.figures.judged;
  }

  /** Seconds until the last sample is judged, at the pace of this run; null while there is no pace. */
  get secondsLeft(): number | null {
    const { milliseconds, judged } = this.#pace;
    return this.#running && judged > 0 ? ((milliseconds / judged) * this.left) / 1000 : null;
  }

  /**
   * Reads a file, in the place of the one before, and matches it. Judging is up to `run`.
   * @param left what was no sample before it became this text, in a sentence without its full stop
   */
  async take(name: string, text: string, left: string | null = null): Promise<void> {
    this.stop();
    const turn = ++this.#turn;
    this.#name = name;
    this.#rows = [];
    this.#faults = [];
    this.#note = null;
    this.#running = false;
    this.hidden = false;
    this.filter = 'all';
    this.lookedAt = null;
    this.#profile = this.#parts.profile();
    const { samples, faults, note } = await readSamplesInPieces(text);
    if (turn !== this.#turn) return;
    this.#rows = samples.map((sample) => rowOf(sample, this.#parts.problems));
    this.#faults = faults;
    this.#note = left === null || note === null ? (left ?? note) : `${left}. ${note}`;
    await this.#explainUnknown();
  }

  /**
   * Judges the remaining samples. Rows without a problem are matched again first, because a set may have been added.
   */
  async run(): Promise<void> {
    if (this.#running) return;
    const turn = ++this.#turn;
    const { signal } = (this.#controller = new AbortController());
    this.#running = true;
    this.hidden = false;
    this.#pace = { milliseconds: 0, judged: 0 };
    const { problems } = this.#parts;
    const rows = this.#rows.map((row) => (row.ref === null ? rowOf(row, problems) : row));
    this.#rows = rows;
    await this.#explainUnknown();
    if (turn === this.#turn) await this.#judgeAll(turn, signal);
    if (turn !== this.#turn) return;
    this.#running = false;
    this.#opened = null;
  }

  /** Stops judging. Results are kept, and `run` continues with the rest. */
  stop(): void {
    this.#controller?.abort();
  }

  /** The rows of verdicts as the command line writes them, in the file's order; those not judged are left out. */
  verdictLines(): string {
    return this.#rows
      .flatMap(({ verdict }) => (verdict === null ? [] : `${JSON.stringify(verdict)}\n`))
      .join('');
  }

  async #judgeAll(turn: number, signal: AbortSignal): Promise<void> {
    const rows = [...this.#rows];
    const begun = this.#now();
    let judged = 0;
    const othersTurn = taskYielder();
    const draw = (): void => {
      if (turn !== this.#turn) return;
      this.#rows = [...rows];
      this.#pace = { milliseconds: this.#now() - begun, judged };
    };
    const throttle = new RedrawThrottle(draw);
    for (const [index, row] of rows.entries()) {
      if (row.ref === null || row.verdict !== null) continue;
      const verdict = await this.#judge(row, row.ref, signal);
      if (turn !== this.#turn || verdict === null) break;
      rows[index] = { ...row, verdict };
      judged += 1;
      throttle.request();
      // Answers without a program are judged at once: others get their turn between them.
      await othersTurn();
    }
    draw();
  }

  /** Null when it was stopped. */
  async #judge({ sample }: SampleRow, ref: ProblemRef, signal: AbortSignal): Promise<VerdictRow | null> {
    if (signal.aborted) return null;
    const profile = this.#profile;
    try {
      const opened = await this.#open(ref);
      const { problem } = opened;
      const options = { signal, tests: 'all', stopAtFirstFailure: true, profile, urgent: false } as const;
      const report = await this.#parts.judge.judge(problem, submissionOf(sample, problem), options);
      return report.flags.includes('stopped') ? null : verdictRow(sample, report);
    } catch (error) {
      return unjudgedRow(sample, {
        verdict: 'judge-error',
        profile: profile.name,
        error: words.notOpened(errorMessage(error)),
      });
    }
  }

  /** Opens a problem and remembers it, because samples of one problem usually follow each other. */
  async #open(ref: ProblemRef): Promise<OpenedProblem> {
    if (this.#opened !== null && isSameProblem(this.#opened.ref, ref)) return this.#opened;
    this.#opened = await this.#parts.problems.open(ref);
    if (this.#opened === null) throw new Error(words.notHere);
    return this.#opened;
  }

  /** Gives the rows without a problem a verdict that says so. */
  async #explainUnknown(): Promise<void> {
    const turn = this.#turn;
    const { unknown } = this;
    const profile = this.#profile.name;
    const reasons = await reasonsOf(unknown, this.#parts.problems);
    if (turn !== this.#turn) return;
    const verdicts = new Map(
      unknown.map(({ line, sample }, index) => [
        line,
        unjudgedRow(sample, { verdict: 'unknown-problem', profile, error: reasons[index]! }),
      ]),
    );
    this.#rows = this.#rows.map((row) => ({ ...row, verdict: verdicts.get(row.line) ?? row.verdict }));
  }
}
