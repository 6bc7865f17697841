import type { SourceFile } from '../../../datasets/containers/source-file.ts';
import {
  answersOf,
  NO_BUDGET,
  NOTHING_DONE,
  type Run,
  type RunRow,
  type RunSampleKey,
} from '../../../domain/run.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import type { PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import type { ProblemsState, OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import {
  checkReceiptFile,
  receiptOf,
  type ReceiptCheck,
  runTestAgain,
  type RunAgain,
  SampleXray,
} from './judged-again.svelte.ts';
import { summaryOf } from '../../../runs/figures/run-figures.ts';
import { fileVerdict } from '../../../runs/imported/file-run.ts';
import type { ExportTerms } from '../../../runs/share/run-facts.ts';
import { type AuditsParts, AuditsState } from './audits.svelte.ts';
import { takeRunFile, type TakenRun } from './run-files.ts';
import { OfferedSamples } from './offered-samples.svelte.ts';
import { recordedProblems } from './run-problems.ts';
import { RunState, runLock } from './run.svelte.ts';
import { noProblem, type RunParts } from './run-work.ts';
import { type RunsView, WHOLE_RUN } from './runs-view.ts';
import { sha256 } from '../../../base/sha256.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import { problemSha256, testsSha256 } from '../../../runs/share/receipt.ts';

export interface RunsParts extends Omit<RunParts, 'onEnd' | 'problems'> {
  readonly view: PageView<RunsView>;
  readonly problems: ProblemsState;
  readonly runner: AuditsParts['runner'];
  /** Wraps a `File` of the browser for the readers of files. */
  readonly source: (file: File) => SourceFile;
  /** Name of the page and interpreter that judge, for receipts. */
  readonly engine: string;
  /** Notifies the user, who may be on a different page, that a run has stopped. */
  readonly notifyEnd: (run: Run, end: PipelineEnd) => void;
}

/** The settings of a new run. */
export type RunOrder = Omit<Run, 'id' | 'made' | 'spentMs' | 'summary'>;

/** Name of the lock that is held during an import. */
const IMPORTING = 'allpass-run-import';

/** All runs of this device, and the states of those that were opened in this visit. */
export class RunsState {
  readonly #dependencies: RunsParts;
  /** Samples of a file that can become a run. */
  readonly offeredSamples: OfferedSamples;
  readonly xray: SampleXray;
  readonly audits: AuditsState;
  readonly #openedRuns = new Map<string, RunState>();
  #storedRuns = $state.raw<readonly Run[]>([]);
  #states = $state.raw<readonly RunState[]>([]);
  #clearPromise: Promise<unknown> = Promise.resolve();
  isLoaded = $state(false);
  /** Message about an error that prevents reading or writing runs, or null if there is none. */
  trouble = $state<string | null>(null);

  constructor(dependencies: RunsParts) {
    this.#dependencies = dependencies;
    this.offeredSamples = new OfferedSamples(dependencies.problems);
    this.xray = new SampleXray(dependencies);
    this.audits = new AuditsState(dependencies);
  }

  /** Whether any run or audit is active. */
  get busy(): boolean {
    return this.#states.some(({ busy }) => busy) || this.audits.busy;
  }

  /** All runs, newest first. */
  get all(): readonly Run[] {
    const openedById = new Map(this.#states.map((state) => [state.run.id, state.run]));
    return this.#storedRuns.map((run) => openedById.get(run.id) ?? run).reverse();
  }

  /** Returns a run that was opened in this visit; null for all other runs. */
  opened(id: string): RunState | null {
    return this.#states.find(({ run }) => run.id === id) ?? null;
  }

  async load(): Promise<void> {
    try {
      this.#storedRuns = await this.#dependencies.store.runs();
      await this.audits.load();
    } catch {
      this.trouble =
        'This browser blocks storage for this page, so a run would be lost. Allow storage and reload the page.';
    }
    this.isLoaded = true;
    // This is skipped while another tab imports a run.
    this.#clearPromise = this.#dependencies
      .runAlone(IMPORTING, () => this.#dependencies.store.clearLeftovers())
      .catch(() => undefined);
  }

  /** Imports the run of a file. */
  async take(file: File): Promise<TakenRun> {
    await this.#clearPromise;
    let takenRun: TakenRun | null = null;
    await this.#dependencies.runAlone(IMPORTING, async () => {
      takenRun = await takeRunFile(this.#dependencies.source(file), newId(), this.#dependencies.store);
    });
    if (takenRun === null)
      return { ok: false, message: 'Another tab is importing a run. Wait until it is done and try again.' };
    const result = takenRun as TakenRun;
    if (result.ok && !this.#storedRuns.some(({ id }) => id === result.run.id))
      this.#storedRuns = [...this.#storedRuns, result.run];
    return result;
  }

  /** Models that can be asked. */
  get models(): readonly ModelChoice[] {
    return this.#dependencies.asker.choices([], null);
  }

  /** Opens a run. Resolves with null if it does not exist. */
  async open(id: string): Promise<RunState | null> {
    const existingRun = this.#openedRuns.get(id);
    if (existingRun !== undefined) return existingRun;
    const run = this.#storedRuns.find((each) => each.id === id);
    if (run === undefined) return null;
    const rows = await this.#dependencies.store.rows(id);
    return this.#openedRuns.get(id) ?? this.#add(run, rows);
  }

  /** Creates a run and opens it without starting it. Rejects if it cannot be stored. */
  async make(newSettings: RunOrder): Promise<RunState> {
    const run = newRun(newSettings);
    await this.#dependencies.store.putRun(run);
    this.#storedRuns = [...this.#storedRuns, run];
    return this.#add(run, []);
  }

  /** Creates a run of the recorded answers, without most of the slow ones. */
  async makeRecorded(profile: string): Promise<RunState> {
    return this.make({
      ...{ samples: 1, asked: null, profile, concurrency: 4, budget: NO_BUDGET },
      name: 'Recorded answers',
      source: { type: 'recorded' },
      problems: await recordedProblems(this.#dependencies.problems, 'brief'),
    });
  }

  /**
   * Creates a run of the offered samples. The run exists only when all samples are stored. Rejects if they cannot be
   * stored, or if the problem of a continuation cannot be opened.
   * @param profile for answers; verdicts have their own
   */
  async makeOffered(name: string, profile: string): Promise<RunState> {
    const { offeredSamples } = this;
    const { run: file, callNumber } = offeredSamples;
    if (file === null || file.samples.length === 0) throw new Error('no sample has a problem here');
    const { store, now = Date.now } = this.#dependencies;
    const isJudged = file.kind === 'verdicts';
    const createdRun = newRun({
      ...{ name, asked: null, concurrency: 1, budget: NO_BUDGET },
      profile: isJudged ? file.profile : profile,
      source: {
        ...{ type: 'file', name: offeredSamples.name, left: file.left },
        ...(isJudged ? { withoutAnswers: true } : {}),
      },
      problems: file.problems,
      samples: file.most,
    });
    const run: Run = {
      ...createdRun,
      summary: isJudged
        ? summaryOf(file.samples.map((each) => fileVerdict(each, 0).row))
        : { ...NOTHING_DONE, answered: file.samples.length },
    };
    await this.#clearPromise;
    let rows: readonly RunRow[] = [];
    const hasRun = await this.#dependencies.runAlone(IMPORTING, async () => {
      rows = await offeredSamples.store(run, file, store, now);
    });
    if (!hasRun) throw new Error('another tab takes a run in: wait until it is done, and try again');
    this.#storedRuns = [...this.#storedRuns, run];
    offeredSamples.clear(callNumber);
    return this.#add(run, rows);
  }

  /** Returns the other runs of the same answers, by any grader. */
  async graders(run: Run): Promise<readonly RunState[]> {
    const answers = answersOf(run);
    const otherRuns = this.all.filter((each) => each.id !== run.id && answersOf(each) === answers);
    const openedStates = await Promise.all(otherRuns.map(({ id }) => this.open(id)));
    return openedStates.filter((each) => each !== null);
  }

  /** Creates a run that judges the answers of this one with another grader. */
  regrade(run: Run, profile: string): Promise<RunState> {
    const { problems, samples, asked, source } = run;
    const skipped = source.type === 'file' || source.type === 'answers' ? source.left : undefined;
    return this.make({
      ...{ problems, samples, asked, profile, concurrency: 4, budget: NO_BUDGET },
      name: `${run.name}, by ${profile}`,
      source: { type: 'answers', run: answersOf(run), label: run.name, ...(skipped && { left: skipped }) },
    });
  }

  /** Returns the facts about a run that its exports contain in addition to its rows. */
  exportTerms(run: Run): Promise<ExportTerms> {
    const { engine, problems } = this.#dependencies;
    return exportTermsOf(run, (ref) => problems.open(ref), engine);
  }

  /** Returns the receipt of a sample's verdict, as the content of a file. Rejects with a message for the user. */
  async receipt(openedRun: RunState, row: RunRow): Promise<string> {
    const openedProblem = await this.#dependencies.problems.open({ set: row.set, id: row.id });
    if (openedProblem === null) throw new Error(noProblem(row));
    return receiptOf(openedRun, row, openedProblem, this.#dependencies.engine);
  }

  /** Repeats the failed test of a sample. Rejects with a clause for the user. */
  async failedTest(
    openedRun: RunState,
    key: RunSampleKey,
    index: number,
    signal: AbortSignal,
  ): Promise<RunAgain> {
    const { judge, problems } = this.#dependencies;
    const [openedProblem, answer] = await Promise.all([
      problems.open({ set: key.set, id: key.id }),
      openedRun.answer(key),
    ]);
    if (openedProblem === null) throw new Error(noProblem(key));
    if (answer === null) throw new Error('its answer is not stored any more');
    return runTestAgain(openedRun.run, openedProblem.problem, answer, index, judge, signal);
  }

  /** Verifies a receipt, and judges its answer again. */
  checkReceipt(text: string, name: string): Promise<ReceiptCheck> {
    const { judge, problems } = this.#dependencies;
    const neverAborted = new AbortController().signal;
    return checkReceiptFile(text, name, (set, id) => problems.open({ set, id }), judge, neverAborted);
  }

  /** Deletes a run with its samples. Resolves with false if the run is active, in this tab or in another one. */
  async remove(id: string): Promise<boolean> {
    const run = this.all.find((each) => each.id === id);
    if (run === undefined || this.#openedRuns.get(id)?.busy === true) return false;
    if (!(await this.#dependencies.runAlone(runLock(id), () => this.#dependencies.store.remove(run))))
      return false;
    this.#openedRuns.delete(id);
    this.#storedRuns = this.#storedRuns.filter((each) => each.id !== id);
    this.#states = this.#states.filter((state) => state.run.id !== id);
    if (this.#dependencies.view.current.run === id) this.#dependencies.view.go({ ...WHOLE_RUN, run: null });
    return true;
  }

  #add(run: Run, rows: readonly RunRow[]): RunState {
    const state = new RunState(run, rows, { ...this.#dependencies, onEnd: this.#dependencies.notifyEnd });
    this.#openedRuns.set(run.id, state);
    this.#states = [...this.#states, state];
    return state;
  }
}

function newRun(newSettings: RunOrder): Run {
  return { ...newSettings, id: newId(), made: new Date().toISOString(), spentMs: 0, summary: NOTHING_DONE };
}

/** Returns a unique id. Ids sort by time. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** @param openProblem opens a problem; null if it is no longer stored */
async function exportTermsOf(
  { problems }: Run,
  openProblem: (ref: ProblemRef) => Promise<OpenedProblem | null>,
  engine: string,
): Promise<ExportTerms> {
  const exportedAt = new Date().toISOString();
  const hashes: string[] = [];
  for (const { set, id } of problems) {
    const openedProblem = await openProblem({ set, id }).catch(() => null);
    if (openedProblem === null) return { engine, exported: exportedAt, problemsSha256: null };
    hashes.push(await problemSha256(openedProblem.problem), await testsSha256(openedProblem.problem));
  }
  return { engine, exported: exportedAt, problemsSha256: await sha256(hashes.join('\n')) };
}
