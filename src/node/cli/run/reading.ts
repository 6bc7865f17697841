/** Reads data sets for several commands: opens the inputs, and shows progress. Each command supplies its own work. */
import { counted, timeLeft } from '../../../base/number-words.ts';
import {
  BrokenFile,
  type DataSetFile,
  type KeptProblem,
  readDataSets,
} from '../../../datasets/read-data-sets.ts';
import { givenInputs } from '../input/given-inputs.ts';
import { sizeOf } from '../input/source-files.ts';
import {
  Forecast,
  progressKind,
  type ProgressKind,
  type Screen,
  seconds,
  StatusLine,
} from '../progress/progress.ts';
import { printLine, printMessage, UsageError } from '../text/messages.ts';
import { listenForInterruption } from './interruption.ts';

interface ReadingOrder {
  readonly quiet: boolean;
  /** Path of the output; null for standard output. */
  readonly output: string | null;
  /** Returns the number of rows read so far. */
  readonly rows: () => number;
}

export interface InputReading {
  readonly kind: ProgressKind;
  /** Rejects with Interrupted at a signal; never resolves. */
  readonly interrupted: Promise<never>;
  /** @throws UsageError for a missing input; Interrupted */
  readonly openInputs: (inputs: readonly string[]) => Promise<readonly DataSetFile[]>;
  /**
   * Shows the progress of the reading from now on.
   * @param allFiles the inputs; an input that is read twice is listed twice
   * @param failure rejects to end the reading
   */
  readonly begin: (allFiles: readonly DataSetFile[], failure: Promise<never>) => void;
  /**
   * Calls a function for each problem.
   * @throws the error that ends the reading
   */
  readonly each: (
    sources: readonly DataSetFile[],
    options: Parameters<typeof readDataSets>[1],
    take: (keptProblem: KeptProblem) => Promise<void> | void,
  ) => Promise<void>;
  /** Prints the final lines on stderr. */
  readonly end: (lines: readonly string[]) => void;
}

/**
 * @param hint added to the message if the format of a file is unknown
 * @throws UsageError for an invalid input
 */
export async function readingOf(
  { quiet, output, rows }: ReadingOrder,
  work: (inputReading: InputReading) => Promise<number>,
  hint = '',
): Promise<number> {
  const interruption = listenForInterruption();
  const kind = progressKind(quiet, process.stderr, output === null && process.stdout.isTTY);
  let progress: BytesProgress | null = null;
  // A `Promise.race` per problem would keep every promise in memory.
  let stopped: { readonly reason: unknown } | null = null;
  const stopBy = (end: Promise<never>): void => void end.catch((reason: unknown) => (stopped ??= { reason }));
  stopBy(interruption.interrupted);
  const note = (sentence: string): void => (quiet ? undefined : printMessage(sentence));
  const passed = (bytes: number): void => progress?.passed(bytes);
  try {
    return await work({
      kind,
      interrupted: interruption.interrupted,
      openInputs: (inputs) => givenInputs(inputs, passed, note, interruption.interrupted),
      begin(allFiles, failure) {
        stopBy(failure);
        const bytes = allFiles.reduce((sum, dataSet) => sum + sizeOf(dataSet), 0);
        progress = new BytesProgress(process.stderr, kind, bytes, rows);
      },
      async each(sources, options, take) {
        for await (const keptProblem of readDataSets(sources, options)) {
          await take(keptProblem);
          progress?.tick();
          if (stopped !== null) throw (stopped as { readonly reason: unknown }).reason;
        }
      },
      end(lines) {
        progress?.end();
        if (!quiet) lines.forEach(printLine);
      },
    });
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    throw new UsageError(`${error.file}: ${error.message}${error.unknownColumns === null ? '' : hint}`);
  } finally {
    (progress as BytesProgress | null)?.end();
    interruption.end();
  }
}

/** Shows the fraction of the bytes that has been read. */
class BytesProgress extends StatusLine {
  readonly #forecast: Forecast;

  constructor(screen: Screen, kind: ProgressKind, total: number, rows: () => number) {
    const forecast = new Forecast(total);
    super(screen, kind, () => {
      const doneShare = total > 0 ? Math.min(1, forecast.doneCount / total) : 0;
      const remainingSeconds = forecast.secondsLeft(seconds());
      const remainingText = remainingSeconds === null ? '' : `; ${timeLeft(remainingSeconds)}`;
      return `${counted(rows(), 'row')} read, ${Math.floor(doneShare * 100)} % of the bytes${remainingText}`;
    });
    this.#forecast = forecast;
    forecast.begin(seconds());
  }

  passed(bytes: number): void {
    this.#forecast.finish(seconds(), bytes);
  }
}
