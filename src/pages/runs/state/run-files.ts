/** Exports runs to files, and imports a run from a file. */
import { taskYielder } from '../../../base/pause.ts';
import type { Bytes, SourceFile } from '../../../datasets/containers/source-file.ts';
import { isWithoutAnswers, type Run, type RunRow, type RunSample } from '../../../domain/run.ts';
import { runCsv } from '../../../runs/exports/csv.ts';
import { runJunit } from '../../../runs/exports/junit.ts';
import { runMarkdown } from '../../../runs/exports/markdown.ts';
import { RunLines } from '../../../runs/exports/run-lines.ts';
import { type Caveat, runCaveats } from '../../../runs/figures/run-caveats.ts';
import {
  runInWindow,
  type DateWindow,
  datesWords,
  windowSentence,
} from '../../../runs/figures/date-window.ts';
import { runFigures, type RunFigures } from '../../../runs/figures/run-figures.ts';
import { withNearLimit } from '../../../runs/figures/run-report.ts';
import { sampleAgreement, type GraderAgreement } from '../../../runs/comparison.ts';
import { htmlReport } from '../../../runs/share/html-report.ts';
import {
  importedRun,
  isAsInFile,
  readRunFile,
  runFileName,
  writtenRun,
} from '../../../runs/share/run-file.ts';
import { runFacts, type ExportTerms } from '../../../runs/share/run-facts.ts';
import type { RunStore } from '../../../storage/run-store.ts';
import type { RunState } from './run.svelte.ts';

export const RUN_FILES = ['run', 'html', 'verdicts', 'samples', 'csv', 'markdown', 'junit'] as const;
export type RunFileKind = (typeof RUN_FILES)[number];

/** Returns the kinds of files that a run can be exported to. */
export function filesOf(run: Run): readonly RunFileKind[] {
  return RUN_FILES.filter((kind) => kind !== 'samples' || !isWithoutAnswers(run));
}

export interface MadeFile {
  readonly name: string;
  readonly file: Blob;
}

/** Number of samples that are read or written at once. An answer may have several megabytes. */
const PORTION = 50;

/** The run to save, with the data that its files need. */
export interface SavedRun {
  readonly runState: RunState;
  /** The date window. It applies to all files except that of the whole run. */
  readonly window: DateWindow;
  /** Returns the facts about the run that a file contains in addition to its rows. */
  readonly terms: () => Promise<ExportTerms>;
  /** Returns the other runs that judge the same answers. Called only for files that compare the graders. */
  readonly graders: () => Promise<readonly RunState[]>;
}

/** Rejects if the answers cannot be read. */
export async function fileOf(kind: RunFileKind, savedRun: SavedRun): Promise<MadeFile> {
  const { runState, window } = savedRun;
  const shownRun = kind === 'run' ? runState : runInWindow(runState.run, runState.rows, window);
  const { run, rows } = shownRun;
  const stem = fileStem(run, kind === 'run' ? ALL_DATES : window);
  const facts = kind === 'run' ? [] : runFacts(run, rows, await savedRun.terms());
  // The rows of a date window have the same problem names as in the whole run.
  const lines = new RunLines(runState.run, facts);
  const judged = () => withNearLimit(rows.flatMap((row) => lines.judged(row) ?? []));
  const text = (name: string, type: string, content: BlobPart[]): MadeFile => ({
    name: `${stem}${name}`,
    file: new Blob(content, { type }),
  });
  switch (kind) {
    case 'run':
      return text(
        '.allpass-run.gz',
        'application/gzip',
        await blobsOf(writtenRun(run, wholeSamples(runState, rows))),
      );
    case 'html': {
      const reportedRun = await reportedFacts(savedRun);
      return text('.html', 'text/html', [htmlReport({ run, rows, ...reportedRun, facts })]);
    }
    case 'verdicts':
      return text(
        '-verdicts.jsonl',
        'application/jsonl',
        await linesOf(runState, rows, (sample) => lines.verdict(sample.row, sample.tests)),
      );
    case 'samples':
      return text(
        '-samples.jsonl',
        'application/jsonl',
        await linesOf(runState, rows, ({ row, answer }) => answer && lines.sample(row, answer)),
      );
    case 'csv':
      return text('.csv', 'text/csv', [runCsv(judged(), facts)]);
    case 'junit':
      return text('.xml', 'application/xml', [
        runJunit(
          judged(),
          datesWords(window) === '' ? run.name : `${run.name}, problems ${datesWords(window)}`,
          facts,
        ),
      ]);
    case 'markdown': {
      const { figures, ...reported } = await reportedFacts(savedRun);
      const { report, groups, elsewhere } = figures;
      return text('.md', 'text/markdown', [
        runMarkdown({
          ...{ title: run.name, profile: run.profile, report, facts, groups: [...groups], elsewhere },
          ...reported,
        }),
      ]);
    }
  }
}

export type TakenRun =
  /** `isKnown`: whether the run was already stored in the same state as in the file. */
  | { readonly ok: true; readonly run: Run; readonly isKnown: boolean }
  | { readonly ok: false; readonly message: string };

/** Stops reading a file early. Thrown and caught only in this module. */
class KnownRun extends Error {
  override readonly name = 'KnownRun';
  readonly run: Run;

  constructor(run: Run) {
    super('the run is here already');
    this.run = run;
  }
}

/**
 * Imports a run from a file, unless it is already stored in the same state, as the original or from an earlier import.
 * The run exists only when the whole file has been read; an earlier error leaves nothing behind. Rejects if the browser
 * cannot store the run.
 */
export async function takeRunFile(file: SourceFile, id: string, store: RunStore): Promise<TakenRun> {
  let run: Run | null = null;
  let waitingSamples: RunSample[] = [];
  const flush = async (): Promise<void> => {
    await store.keep(run!, waitingSamples);
    waitingSamples = [];
  };
  try {
    const readResult = await readRunFile(file, {
      async run(fileRun) {
        const storedRun = (await store.runs()).find((each) => isAsInFile(each, fileRun));
        if (storedRun !== undefined) throw new KnownRun(storedRun);
        run = importedRun(fileRun, { id, file: file.name });
      },
      async sample({ row, answer, tests }) {
        waitingSamples.push({ row, answer, tests });
        if (waitingSamples.length >= PORTION) await flush();
      },
    });
    if (readResult.ok) {
      await flush();
      await store.pack(id);
      await store.putRun(run!);
      return { ok: true, run: run!, isKnown: false };
    }
    if (run !== null) await store.remove(run);
    return { ok: false, message: readResult.fault };
  } catch (error) {
    if (error instanceof KnownRun) return { ok: true, run: error.run, isKnown: true };
    if (run !== null) await store.remove(run).catch(() => undefined);
    throw error;
  }
}

const ALL_DATES: DateWindow = { from: null, until: null };

/** Returns the name of the file without its extension. It contains the date window. */
function fileStem(run: Run, { from, until }: DateWindow): string {
  const stem = runFileName(run).replace(/\.allpass-run\.gz$/, '');
  return [stem, from && `from-${from}`, until && `until-${until}`].filter((part) => part !== null).join('-');
}

/**
 * Collects the facts that a file contains in addition to the figures: the dates, and the agreement with other graders.
 */
async function reportedFacts({ runState, window, graders }: SavedRun): Promise<{
  readonly figures: RunFigures;
  readonly dates: string | null;
  readonly graders: readonly GraderAgreement[];
  readonly caveats: readonly Caveat[];
  readonly comparison: null;
  readonly rating: null;
}> {
  const shownRun = runInWindow(runState.run, runState.rows, window);
  const { run, rows, outside, undated } = shownRun;
  const dates = windowSentence(window, { problems: run.problems, outside, undated });
  const figures = dates === null ? await runState.lastFigures() : await runFigures(run, rows, taskYielder());
  if (figures === null) throw new Error('the figures are being counted: try again in a moment');
  const otherGraders = (await graders()).map((other) => ({
    name: other.run.name,
    profile: other.run.profile,
    ...sampleAgreement(rows, other.rows),
  }));
  return {
    ...{ figures, dates, graders: otherGraders.filter(({ samples }) => samples > 0) },
    ...{ caveats: runCaveats(run, rows, figures), comparison: null, rating: null },
  };
}

async function* wholeSamples(runState: RunState, rows: readonly RunRow[]): AsyncGenerator<RunSample> {
  for (let at = 0; at < rows.length; at += PORTION) {
    const portion = rows.slice(at, at + PORTION);
    yield* await Promise.all(
      portion.map(async (row) => ({
        row,
        answer: await runState.answer(row),
        tests: row.judged === null ? null : await runState.tests(row),
      })),
    );
  }
}

async function linesOf(
  runState: RunState,
  rows: readonly RunRow[],
  line: (sample: RunSample) => string | null,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const sample of wholeSamples(runState, rows)) {
    const lineText = line(sample);
    if (lineText !== null) lines.push(`${lineText}\n`);
  }
  return lines;
}

/** Collects one blob per piece. The browser may store blobs on disk. */
async function blobsOf(pieces: AsyncIterable<Bytes>): Promise<Blob[]> {
  const blobs: Blob[] = [];
  for await (const piece of pieces) blobs.push(new Blob([piece]));
  return blobs;
}
