/** A reading: what the commands share that read data sets. Each gives its work; the inputs, progress and early ends are here. */
import { BrokenFile, readDataSets, type Given, type KeptProblem } from '../../../datasets/read-data-sets.ts';
import { givenInputs } from '../input/given-inputs.ts';
import { sizeOf } from '../input/source-files.ts';
import { BytesProgress } from '../progress/bytes-progress.ts';
import { progressKind, type ProgressKind } from '../progress/status-line.ts';
import { say, tell } from '../text/say.ts';
import { UsageError } from '../text/usage-error.ts';
import { listenForInterruption } from './interruption.ts';

export interface ReadingOrder {
  readonly quiet: boolean;
  /** Null for standard output. */
  readonly output: string | null;
  /** How many rows were read so far. */
  readonly rows: () => number;
}

export interface Reading {
  readonly kind: ProgressKind;
  /** Rejects with Interrupted at a signal; never resolves. */
  readonly interrupted: Promise<never>;
  /** @throws UsageError for what is not there; Interrupted */
  readonly given: (inputs: readonly string[]) => Promise<readonly Given[]>;
  /**
   * Says from now on how far the reading is.
   * @param all that is read, once for each time that it is
   * @param failed ends the reading by rejecting
   */
  readonly begin: (all: readonly Given[], failed: Promise<never>) => void;
  /** Hands over each problem. @throws what ends the reading */
  readonly each: (
    sources: readonly Given[],
    options: Parameters<typeof readDataSets>[1],
    take: (kept: KeptProblem) => Promise<void> | void,
  ) => Promise<void>;
  /** Says the last words, on stderr. */
  readonly end: (lines: readonly string[]) => void;
}

/**
 * @param hint is added to the message when a file of unknown format breaks off
 * @throws UsageError where an input is at fault
 */
export async function readingOf(
  { quiet, output, rows }: ReadingOrder,
  work: (reading: Reading) => Promise<number>,
  hint = '',
): Promise<number> {
  const interruption = listenForInterruption();
  const kind = progressKind(quiet, process.stderr, output === null && process.stdout.isTTY);
  let progress: BytesProgress | null = null;
  // A race for each problem would hold what each of them waited with.
  let stopped: { readonly by: unknown } | null = null;
  const stopBy = (end: Promise<never>): void => void end.catch((by: unknown) => (stopped ??= { by }));
  stopBy(interruption.asked);
  const note = (sentence: string): void => (quiet ? undefined : tell(sentence));
  const passed = (bytes: number): void => progress?.passed(bytes);
  try {
    return await work({
      kind,
      interrupted: interruption.asked,
      given: (inputs) => givenInputs(inputs, passed, note, interruption.asked),
      begin(all, failed) {
        stopBy(failed);
        const bytes = all.reduce((sum, given) => sum + sizeOf(given), 0);
        progress = new BytesProgress(process.stderr, kind, bytes, rows);
      },
      async each(sources, options, take) {
        for await (const kept of readDataSets(sources, options)) {
          await take(kept);
          progress?.tick();
          if (stopped !== null) throw (stopped as { readonly by: unknown }).by;
        }
      },
      end(lines) {
        progress?.end();
        if (!quiet) lines.forEach(say);
      },
    });
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    throw new UsageError(`${error.file}: ${error.message}${error.unknown === null ? '' : hint}`);
  } finally {
    (progress as BytesProgress | null)?.end();
    interruption.end();
  }
}
