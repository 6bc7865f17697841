/**
 * A run: the parts that all judging commands share, which are rows, progress, the page, interruptions and the summary.
 * Each command supplies its own work.
 */
import type { DrivenPage, PageOrder } from '../page/built-page.ts';
import { openRows } from '../journal/open-rows.ts';
import type { RunManifest } from '../journal/manifest.ts';
import type { RowsOutput } from '../journal/journaled-rows.ts';
import type { CommandOrder } from '../options/sample-options.ts';
import { BROKEN_OFF, PageFailure } from '../page/page-settings.ts';
import { Progress, type ProgressWords, progressKind } from '../progress/progress.ts';
import type { RunFacts } from '../summary/run-facts.ts';
import { printLine, printMessage } from '../text/messages.ts';
import { Interrupted, listenForInterruption } from './interruption.ts';

export interface Work {
  /** The manifest of the run, with which a later command may resume it; null if it cannot be resumed. */
  readonly manifest: RunManifest | null;
  /** Number of rows of the whole run; null if only the end of the run shows it. */
  readonly total: number | null;
  /**
   * Adds a row of an earlier part of the run to the summary, unless it must be created again.
   * @returns its place; null for a row that is not kept
   */
  placeOfLine(line: string): number | null;
  /** Returns the number of rows that must be created and that take time. */
  remaining(keptPlaces: ReadonlySet<number>): number;
  readonly progress: ProgressWords;
  /**
   * Creates the rows that are not kept.
   * @returns the reason for an early end; null if all rows exist
   */
  run(tools: RunTools): Promise<string | null>;
  /** Called if rows are missing at the end of the run. */
  breakOff?(tools: RunTools): void;
  /** Parts of the message after an early end: `3 of 5 samples were judged`, and `, their rows are in F`. */
  readonly early: { readonly done: (count: number) => string; readonly rows: string };
  /** Number of items without a reward, as in `3 samples`; null if all have one. */
  readonly unjudgedText: string | null;
  summary(facts: RunFacts): readonly string[];
}

export interface RunTools {
  readonly output: RowsOutput;
  readonly progress: Progress;
  /** Rejects when the command is interrupted, or when its rows cannot be written; never resolves. */
  readonly abortPromise: Promise<never>;
  /** Milliseconds since the command began. */
  readonly elapsedMs: () => number;
  /** Prints a message on stderr, unless the run is quiet. */
  readonly printNote: (sentence: string) => void;
  /**
   * Opens the page that judges. The caller closes it.
   * @param other settings of a second page, which differ from those of the first one
   */
  readonly openPage: (other?: Pick<PageOrder, 'browser' | 'hashSeed'>) => Promise<DrivenPage>;
}

/**
 * @returns the exit code, as `help.ts` describes it
 * @throws UsageError if there is no browser, or if the output cannot be written or belongs to another run
 */
export async function run(order: CommandOrder, work: Work): Promise<number> {
  const { workers, browser, mayInstall, packages, quiet, output: typedOutput } = order;
  const begunAt = performance.now();
  let progress: Progress | null = null;
  const hint = (sentence: string): void => {
    if (quiet) return;
    progress?.clear();
    printMessage(sentence);
  };
  const { manifest, total } = work;
  const placeOfLine = (line: string): number | null => work.placeOfLine(line);
  const output = await openRows({
    output: typedOutput,
    isFresh: order.fresh,
    adopt: order.adopt,
    manifest,
    total,
    placeOfLine,
    printMessage: hint,
  });
  const keptCount = output.keptPlaces.size;
  progress = new Progress({
    screen: process.stderr,
    kind: progressKind(quiet, process.stderr, typedOutput === null && process.stdout.isTTY),
    total: work.remaining(output.keptPlaces),
    kept: keptCount,
    words: work.progress,
  });
  const interruption = listenForInterruption();
  const abortPromise = Promise.race([interruption.interrupted, output.failure]);
  abortPromise.catch(() => undefined);
  const tools: RunTools = {
    ...{ output, progress, abortPromise, printNote: hint, elapsedMs: () => performance.now() - begunAt },
    async openPage(other) {
      // Imported here, so that invalid input is reported without loading a bundler and a browser driver.
      const { openPage } = await import('../page/built-page.ts');
      // Progress starts when the page opens, because the build may print messages before.
      const handlers = { onOpening: () => progress.start(), onBegin: () => progress.begin() };
      const order = { workers, browser, mayInstall, packages, abortPromise, printNote: hint };
      return openPage({ ...order, ...(other ?? handlers) });
    },
  };
  const endEarly = async (why: string): Promise<void> => {
    progress.end();
    work.breakOff?.(tools);
    const partFile = await output.breakOff();
    const goesOn = manifest === null ? '' : '; rerun the same command to resume';
    const rows = partFile === null ? '' : `, ${work.early.rows} in ${partFile}${goesOn}`;
    printLine(`${why.replace(/\.$/, '')}: ${work.early.done(keptCount + progress.doneCount)}${rows}`);
  };
  try {
    const end = await work.run(tools);
    if (end !== null) {
      await endEarly(`allpass: ${end}`);
      return BROKEN_OFF;
    }
    await output.commit();
  } catch (error) {
    if (error instanceof Interrupted) {
      await endEarly('interrupted');
      return error.exitCode;
    }
    if (error instanceof PageFailure) {
      await endEarly(`allpass: ${error.message}`);
      return BROKEN_OFF;
    }
    work.breakOff?.(tools);
    await output.breakOff();
    throw error;
  } finally {
    progress.end();
    interruption.end();
  }
  const { unjudgedText } = work;
  const facts = {
    seconds: tools.elapsedMs() / 1000,
    retried: progress.retried,
    kept: keptCount,
    workers,
    browser,
  };
  if (!quiet) printLine(work.summary({ ...facts, output: typedOutput }).join('\n'));
  else if (unjudgedText !== null) printMessage(`${unjudgedText} could not be judged`);
  return unjudgedText === null ? 0 : 1;
}
