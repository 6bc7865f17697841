/** Audits of training runs: the files that are offered, the stored audits, and the work on them. */
import { untrack } from 'svelte';
import { errorMessage } from '../../../base/error-message.ts';
import { counted, numberText } from '../../../base/number-words.ts';
import { taskYielder } from '../../../base/pause.ts';
import { Unreadable, type SourceFile } from '../../../datasets/containers/source-file.ts';
import type { RolloutAccount } from '../../../datasets/rollouts/read-rollouts.ts';
import type { Audit, AuditRow } from '../../../domain/audit.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Rollout } from '../../../domain/rollout.ts';
import { submissionOf, type Submission } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { Runner } from '../../../judge/runner.ts';
import { RedrawThrottle } from '../../../kit/reactive/redraw-throttle.ts';
import type { auditGroup } from '../../../runs/audit/audit-group.ts';
import { type AuditFigures, AuditTally } from '../../../runs/audit/audit-figures.ts';
import { BatchedWrites } from '../../../runs/pipeline/batched-writes.ts';
import type { PlacedFile } from '../../../common/imports/files-in.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { AuditParts, RunStore } from '../../../storage/run-store.ts';
import type { MadeFile } from './run-files.ts';

export interface AuditsParts {
  readonly store: RunStore;
  readonly problems: Pick<ProblemsState, 'listed' | 'open'>;
  readonly judge: JudgePort;
  readonly runner: Runner;
  /** Number of programs that run in parallel, ≥ 1. */
  readonly workers: number;
  /** Wraps a `File` of the browser for the readers of files. */
  readonly source: (file: File) => SourceFile;
  readonly runAlone: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /** Audits a group. The default is that of `runs/audit`, whose code is loaded with the first audit. */
  readonly auditGroup?: typeof auditGroup;
  readonly now?: () => number;
}

/** Files of a training run that are not audited yet. */
interface OfferedTraining {
  readonly name: string;
  readonly files: readonly PlacedFile[];
  /** The trainer that wrote the files; null if it is unknown. */
  readonly trainer: string | null;
  /** Why the files are no rollouts, in one sentence; null if they are. */
  readonly fault: string | null;
}

/** The settings of a new audit. */
interface AuditOrder extends Pick<Audit, 'name' | 'profile' | 'rewardName' | 'set'> {
  readonly files: readonly PlacedFile[];
  readonly problemFile: File | null;
  readonly solutionFile: File | null;
}

/** Number of files by whose first rows the trainer is recognised. */
const MOST_RECOGNISED = 20;
/** Milliseconds between updates of the view. */
const DRAW_EVERY_MS = 500;

/** All audits of this device, and the states of those that were opened in this visit. */
export class AuditsState {
  readonly #dependencies: AuditsParts;
  #stored = $state.raw<readonly Audit[]>([]);
  #opened = $state.raw<readonly AuditState[]>([]);
  offered = $state.raw<OfferedTraining | null>(null);
  readonly busy = $derived(this.#opened.some(({ isBusy }) => isBusy));

  constructor(dependencies: AuditsParts) {
    this.#dependencies = dependencies;
  }

  /** All stored audits, newest first. */
  get all(): readonly Audit[] {
    return this.#stored.map((audit) => this.opened(audit.id)?.audit ?? audit).reverse();
  }

  opened(id: string): AuditState | null {
    return this.#opened.find(({ audit }) => audit.id === id) ?? null;
  }

  async load(): Promise<void> {
    this.#stored = await this.#dependencies.store.audits();
  }

  /**
   * Opens an audit. Resolves with null if it does not exist. Its reads are not tracked, so that a page does not open its
   * audit again whenever an audit is stored.
   */
  open(id: string): Promise<AuditState | null> {
    return untrack(() => this.#open(id));
  }

  async #open(id: string): Promise<AuditState | null> {
    const stored = this.#stored.find((each) => each.id === id);
    if (this.opened(id) !== null || stored === undefined) return this.opened(id);
    const rows = await this.#dependencies.store.auditRows(id);
    return this.opened(id) ?? this.#add({ ...stored, done: rows.length }, rows);
  }

  /** Offers files for an audit. Returns whether their first rows are those of a trainer. */
  async offer(name: string, files: readonly PlacedFile[]): Promise<boolean> {
    const { isDataFile } = await import('../../../datasets/containers/contents.ts');
    const { trainerOf } = await import('../../../datasets/rollouts/read-rollouts.ts');
    let trainer: string | null = null;
    let fault: string | null = null;
    for (const each of files.filter(({ path }) => isDataFile(path)).slice(0, MOST_RECOGNISED)) {
      try {
        trainer = await trainerOf(this.#dependencies.source(each.file));
      } catch (error) {
        fault ??= `${each.path} ${errorMessage(error)}.`;
      }
      if (trainer !== null) break;
    }
    if (trainer === null)
      fault ??= `${name} has no rollouts: choose the folder in which verl (rollout_data_dir), TRL (log_completions), verifiers, prime-rl, NeMo-Gym or rLLM wrote them.`;
    this.offered = { name, files, trainer, fault: trainer === null ? fault : null };
    return trainer !== null;
  }

  /** Creates an audit and begins to read its files. It is stored when all of them have been read. */
  async make({ files, problemFile, solutionFile, ...settings }: AuditOrder): Promise<AuditState> {
    const state = this.#add({
      ...{ ...settings, id: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}` },
      ...{ made: new Date().toISOString(), trainer: null, hash: '', total: 0, done: 0, notes: [] },
    });
    state.given = { problems: problemFile, solutions: solutionFile };
    void state.start(files);
    return state;
  }

  /** Judges the answer of a rollout by the standard rules, on all tests. */
  judgeAgain(problem: Problem, submission: Submission, signal: AbortSignal): Promise<JudgeReport> {
    const options = { signal, tests: 'all', stopAtFirstFailure: false, profile: STANDARD } as const;
    return this.#dependencies.judge.judge(problem, submission, options);
  }

  /** Deletes an audit. Resolves with false if it is active, in this tab or in another one. */
  async remove(id: string): Promise<boolean> {
    if (this.opened(id)?.isBusy === true) return false;
    const { store, runAlone } = this.#dependencies;
    if (!(await runAlone(auditLock(id), () => store.removeAudit(id)))) return false;
    this.#stored = this.#stored.filter((each) => each.id !== id);
    this.#opened = this.#opened.filter(({ audit }) => audit.id !== id);
    return true;
  }

  #add(audit: Audit, rows: readonly AuditRow[] = []): AuditState {
    const state = new AuditState(audit, rows, this.#dependencies, (stored) => {
      if (!this.#stored.some(({ id }) => id === stored.id)) this.#stored = [...this.#stored, stored];
    });
    this.#opened = [...this.#opened, state];
    return state;
  }
}

/** One audit: its rows, its figures, and the work on it. */
export class AuditState {
  readonly #dependencies: AuditsParts;
  readonly #onStored: (audit: Audit) => void;
  readonly #throttle = new RedrawThrottle(() => this.#draw(), DRAW_EVERY_MS);
  #rows: AuditRow[];
  #tally = new AuditTally();
  #controller = new AbortController();
  /** Files that the user gave in this visit. */
  given: { readonly problems: File | null; readonly solutions: File | null } | null = null;
  /** The files with the rollouts, if this visit has them. */
  files = $state.raw<readonly PlacedFile[] | null>(null);
  audit = $state.raw<Audit>() as Audit;
  phase = $state<'still' | 'reading' | 'judging'>('still');
  readonly isBusy = $derived(this.phase !== 'still');
  /** Number of rollouts that have been read. */
  read = $state(0);
  /** Seconds until the end; null if they cannot be predicted yet. */
  secondsLeft = $state<number | null>(null);
  /** Why the audit has stopped, in one sentence with the remedy; null otherwise. */
  trouble = $state<string | null>(null);
  figures = $state.raw<AuditFigures>() as AuditFigures;
  /** The rows with a reason, in the order of the run. */
  reasoned = $state.raw<readonly AuditRow[]>([]);
  /** Number of rows on which the judge failed. They are judged again when the audit is resumed. */
  failed = $state(0);

  constructor(
    audit: Audit,
    rows: readonly AuditRow[],
    dependencies: AuditsParts,
    onStored: (audit: Audit) => void,
  ) {
    this.#dependencies = dependencies;
    this.#onStored = onStored;
    this.audit = audit;
    this.#rows = [...rows];
    for (const row of rows) this.#tally.add(row);
    this.#draw();
  }

  /** Begins or resumes the audit. Rollouts that have a row are not judged again. */
  async start(files: readonly PlacedFile[] | null = this.files): Promise<void> {
    if (this.isBusy || files === null) return;
    this.files = files;
    this.trouble = null;
    this.read = 0;
    this.phase = 'reading';
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const hasRun = await this.#dependencies.runAlone(auditLock(this.audit.id), () =>
        this.#work(files, signal),
      );
      if (!hasRun) this.trouble = 'This audit is active in another tab. Open it there, or stop it there.';
    } catch (error) {
      this.#controller.abort();
      if (error instanceof Unreadable) {
        this.files = null;
        this.trouble = `The rollouts could not be read: ${error.message}.`;
      } else if (!(error instanceof Stopped))
        this.trouble = `The audit stopped: ${errorMessage(error)}. Its rows are stored; resume it, or free some space for this page.`;
    }
    this.phase = 'still';
    this.secondsLeft = null;
    this.#draw();
  }

  /** Stops at once. The rows so far are stored. */
  stop(): void {
    this.#controller.abort();
  }

  /** Returns the completion and the problem of a row with a reason; null if they are not stored. */
  async textsOf(row: AuditRow): Promise<Pick<AuditParts, 'completion' | 'problem'> | null> {
    const { store } = this.#dependencies;
    const [completion, problem] = await Promise.all([
      store.auditPart(this.audit.id, 'completion', row.sample_id),
      store.auditPart(this.audit.id, 'problem', row.problem_id ?? ''),
    ]);
    return completion === null || problem === null ? null : { completion, problem };
  }

  async file(kind: 'html' | 'markdown' | 'rows'): Promise<MadeFile> {
    const { auditHtml, auditMarkdown } = await import('../../../runs/audit/audit-report.ts');
    const { name, notes, profile } = this.audit;
    const title = profile === null ? null : (findProfile(profile)?.title ?? profile);
    const report = { name, profile: title, figures: this.figures, notes };
    const stem = `audit-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100)}`;
    const made = (ending: string, type: string, parts: BlobPart[]): MadeFile => ({
      name: `${stem}.${ending}`,
      file: new Blob(parts, { type }),
    });
    if (kind === 'html') return made('html', 'text/html', [auditHtml(report)]);
    if (kind === 'markdown') return made('md', 'text/markdown', [auditMarkdown(report)]);
    const rows = this.#rows.toSorted(inOrder).map((row) => `${JSON.stringify(row)}\n`);
    return made('jsonl', 'application/jsonl', rows);
  }

  async #work(files: readonly PlacedFile[], signal: AbortSignal): Promise<void> {
    const [{ readRollouts, RolloutAccount }, { hasFailed, RunAudit, runNotes, scanRun }, groups] =
      await Promise.all([
        import('../../../datasets/rollouts/read-rollouts.ts'),
        import('../../../runs/audit/audit-run.ts'),
        import('../../../runs/audit/audit-group.ts'),
      ]);
    const { judge, runner, source, workers, now = Date.now } = this.#dependencies;
    const { auditGroup: audited = groups.auditGroup } = this.#dependencies;
    const sources = files.map(({ path, file }) => ({ ...source(file), name: path }));
    const given = await this.#givenFiles();
    const problems = await this.#problems(given.problems, signal);
    const solutionsOf = await solutionsIn(given.solutions);
    const { rewardName, set, hash, total } = this.audit;
    const takeTurns = taskYielder();
    const rollouts = async function* (state: AuditState, account: RolloutAccount) {
      for await (const each of readRollouts(sources, { problems, rewardName, account })) {
        yield each;
        if (state.phase === 'reading') state.read += 1;
        await takeTurns();
        if (signal.aborted) return;
      }
    };
    const account = new RolloutAccount();
    const { places, problemIds, faults, hash: newHash } = await scanRun(rollouts(this, account));
    if (signal.aborted) return;
    const [fault] = faults;
    if (places.size === 0)
      throw new Unreadable(
        fault === undefined
          ? 'the files have no rollout, so choose the folder that the trainer wrote'
          : `${fault.source} ${fault.message}`,
      );
    if (problemIds.size === 0)
      throw new Unreadable(
        'no rollout has tests, so give the problems, with the ids or the statements of the prompts',
      );
    if (hash !== '' && hash !== newHash)
      throw new Unreadable(
        `these ${counted(places.size, 'rollout')} are not the ${numberText(total)} with which this audit began, so choose its files, or open a new training run`,
      );
    const earlier = new Map<string, boolean>();
    this.#rows = this.#rows.filter((row) => !hasFailed(row));
    this.#tally = new AuditTally();
    for (const row of this.#rows) {
      earlier.set(row.sample_id, row.standard?.reward === 1);
      this.#tally.add(row);
    }
    const { trainer } = account;
    const notes = runNotes(account, faults);
    const done = earlier.size;
    await this.#keep(
      { hash: newHash, total: places.size, done, trainer, notes },
      [],
      [
        ...(given.problems === null ? [] : [['file', 'problems', given.problems] as const]),
        ...(given.solutions === null ? [] : [['file', 'solutions', given.solutions] as const]),
      ],
    );
    this.phase = 'judging';
    this.#draw();
    const startedAt = now();
    /** Returns a problem with its tests. */
    const whole = async (problem: Problem): Promise<Problem> => {
      if (set === null || problems.get(problem.id) !== problem) return problem;
      const opened = await this.#dependencies.problems.open({ set, id: problem.id });
      if (opened === null) throw new Error(`${problem.id} is not in the set ${set} any more`);
      return opened.problem;
    };
    const writes = new BatchedWrites(async (added: readonly (readonly [AuditRow, Rollout])[]) => {
      const rows = added.map(([row]) => row);
      const parts = added.map(async ([row, { completion, problem }]) =>
        row.reason === null || problem === null
          ? []
          : [
              ['completion', row.sample_id, completion] as const,
              ['problem', problem.id, await whole(problem)] as const,
            ],
      );
      await this.#keep({ done: this.#rows.length + rows.length }, rows, (await Promise.all(parts)).flat());
      this.#rows.push(...rows);
      for (const row of rows) this.#tally.add(row);
      const msOfRow = (now() - startedAt) / (this.#rows.length - done);
      this.secondsLeft = (msOfRow * (this.audit.total - this.#rows.length)) / 1000;
      this.#throttle.request();
    });
    let lastWrite: Promise<void> = Promise.resolve();
    const failures: Error[] = [];
    const profile = this.audit.profile === null ? null : findProfile(this.audit.profile);
    const audit = new RunAudit({
      auditGroup: async (group) =>
        audited(judge, runner, { ...group, problem: await whole(group.problem) }, profile, signal),
      atOnce: workers + 1,
      solutionsOf,
      earlier,
      onRow: (row, rollout) => {
        lastWrite = writes.put([row, rollout], false).catch((error: unknown) => {
          failures.push(new Error(errorMessage(error)));
          this.stop();
        });
      },
      signal,
    });
    await audit.add(rollouts(this, new RolloutAccount()));
    await lastWrite;
    if (failures[0] !== undefined) throw failures[0];
  }

  async #keep(
    change: Partial<Audit>,
    rows: readonly AuditRow[],
    parts: Parameters<RunStore['keepAudit']>[2],
  ): Promise<void> {
    this.audit = { ...this.audit, ...change };
    await this.#dependencies.store.keepAudit(this.audit, rows, parts);
    this.#onStored(this.audit);
  }

  /** Returns the files of problems and solutions, which are stored with the audit. */
  async #givenFiles(): Promise<{ readonly problems: File | null; readonly solutions: File | null }> {
    const { store } = this.#dependencies;
    const { id } = this.audit;
    return (
      this.given ?? {
        problems: await store.auditPart(id, 'file', 'problems'),
        solutions: await store.auditPart(id, 'file', 'solutions'),
      }
    );
  }

  /** Returns the problems by id. Those of a stored set have no tests, which may exceed the memory together. */
  async #problems(file: File | null, signal: AbortSignal): Promise<ReadonlyMap<string, Problem>> {
    const { problems, source } = this.#dependencies;
    const { set } = this.audit;
    if (file !== null) {
      const { problemsIn } = await import('../../../datasets/rollouts/read-rollouts.ts');
      return problemsIn([source(file)]);
    }
    const light = new Map<string, Problem>();
    for (const { set: name, summary } of set === null ? [] : problems.listed) {
      if (name !== set) continue;
      const opened = await problems.open({ set, id: summary.id });
      if (signal.aborted) throw new Stopped();
      if (opened !== null) light.set(summary.id, { ...opened.problem, tests: [] });
    }
    if (set !== null && light.size === 0)
      throw new Unreadable(`the set ${set} is not stored any more, so import it again`);
    return light;
  }

  #draw(): void {
    this.figures = this.#tally.figures();
    this.failed = this.#tally.failed;
    this.reasoned = this.#rows.filter(({ reason }) => reason !== null).toSorted(inOrder);
  }
}

/** Ends the reading of files when the user stops. Thrown and caught only in this module. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

function auditLock(id: string): string {
  return `allpass-audit-${id}`;
}

function inOrder(one: AuditRow, other: AuditRow): number {
  return one.step - other.step || one.place - other.place;
}

/** @throws Unreadable for a file without solutions */
async function solutionsIn(file: File | null): Promise<(problem: Problem) => readonly string[]> {
  if (file === null) return () => [];
  const { readSamplesInPieces } = await import('../../../datasets/sample-file.ts');
  const { solutionsByProblem } = await import('../../../datasets/prepare/solutions.ts');
  const { programOf } = await import('../../../judge/extract/standard.ts');
  const { samples } = await readSamplesInPieces(await file.text());
  if (samples.length === 0)
    throw new Unreadable(
      'the file of solutions has no program: give one with the fields problem_id and code in each line',
    );
  const byProblem = solutionsByProblem(samples);
  return (problem) =>
    (byProblem.get(problem.id) ?? []).flatMap((sample) =>
      sample.passedElsewhere === false ? [] : (programOf(submissionOf(sample, problem)) ?? []),
    );
}
