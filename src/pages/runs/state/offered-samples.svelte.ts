import { errorMessage } from '../../../base/error-message.ts';
import { suggestion } from '../../../base/suggestion.ts';
import { readSamplesInPieces, repeatedRowsText } from '../../../datasets/sample-file.ts';
import { readVerdictsInPieces, type VerdictLine } from '../../../datasets/verdict-rows.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { Run, RunProblem, RunRow, RunSample } from '../../../domain/run.ts';
import { submissionOf, type Sample, type SampleName, type Submission } from '../../../domain/submission.ts';
import {
  fileAnswer,
  fileRun,
  fileVerdict,
  verdictRun,
  type FileRun,
  type VerdictRun,
} from '../../../runs/imported/file-run.ts';
import type { RunStore } from '../../../storage/run-store.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { runProblem } from './run-problems.ts';
import { noProblem } from './run-work.ts';
import type { ImportFault } from '../../../datasets/lines.ts';

interface ReadFile {
  readonly name: string;
  readonly samples: readonly Sample[];
  /** Verdicts by one profile, of a file that has verdicts and no answers; otherwise empty. */
  readonly verdicts: readonly VerdictLine[];
  /** Number of lines that could not be read as samples. */
  readonly unread: number;
  /** A note about reading the file, or null if there is none. */
  readonly note: string | null;
}

/**
 * Number of samples that are stored in one transaction. The browser copies samples to store them, which blocks other
 * work.
 */
const PORTION = 50;

type Offering = Pick<ProblemsState, 'listed' | 'refOfAddress' | 'find' | 'open'>;

/** A run of answers, which the judge judges, or a run of verdicts. */
export type OfferedRun =
  ({ readonly kind: 'answers' } & FileRun) | ({ readonly kind: 'verdicts' } & VerdictRun);

/** Samples of a file that can become a run, matched with the problems of this device. */
export class OfferedSamples {
  readonly #problems: Offering;
  #file = $state.raw<ReadFile | null>(null);
  /** Name of the file that is being read, or null if none is. */
  readingName = $state<string | null>(null);
  /** Number that changes with every offered file. */
  callNumber = 0;
  /**
   * The run that would be created from the file with the current problems, including sets that were added after the
   * file. Null if there is no file.
   */
  readonly run = $derived.by((): OfferedRun | null => {
    const file = this.#file;
    if (file === null) return null;
    const problemOf = (sample: SampleName & { readonly set?: string | null }) => this.#problemOf(sample);
    return file.verdicts.length > 0
      ? { kind: 'verdicts', ...verdictRun(file.verdicts, problemOf, file) }
      : { kind: 'answers', ...fileRun(file.samples, problemOf, file) };
  });

  /** The imported problem that the first unknown id probably refers to, or null if there is none. */
  readonly suggestedName = $derived.by((): string | null => {
    const unknownId = this.run?.left.unknownIds[0];
    // The id may exist in a set other than the one that the sample names.
    if (unknownId === undefined || this.#problems.refOfAddress({ problem: unknownId, in: null }) !== null)
      return null;
    return suggestion(
      unknownId,
      this.#problems.listed.map(({ summary }) => summary.id),
    );
  });

  constructor(problems: Offering) {
    this.#problems = problems;
  }

  /** Name of the offered file; '' if there is none. */
  get name(): string {
    return this.#file?.name ?? '';
  }

  /**
   * Reads a file. It replaces the previous one.
   * @param text content of a samples.jsonl file
   * @param skippedText describes entries that are not samples and therefore missing from the text, without a full
   *   stop; null if there are none
   */
  async read(name: string, text: string, skippedText: string | null): Promise<void> {
    const callNumber = ++this.callNumber;
    this.#file = null;
    this.readingName = name;
    const readResult = await readSamplesInPieces(text);
    const file =
      readResult.samples.length > 0
        ? { ...readResult, verdicts: [] }
        : await verdictsOf(text, readResult.faults);
    if (callNumber !== this.callNumber) return;
    const { faults } = file;
    const [fault] = faults;
    const first = fault === undefined ? null : unreadLine(fault);
    const notes = [skippedText, ...file.notes, first].filter((part) => part !== null);
    this.readingName = null;
    this.#file = {
      ...{ name, samples: readResult.samples, verdicts: file.verdicts, unread: faults.length },
      note: notes.length === 0 ? null : notes.join('. '),
    };
  }

  /** Discards the samples of the file with this `callNumber`. A later file is kept. */
  clear(callNumber: number): void {
    if (callNumber !== this.callNumber) return;
    this.callNumber += 1;
    this.readingName = null;
    this.#file = null;
  }

  /**
   * Stores a run with its samples, and returns their rows. Rejects with a message if they cannot be stored, or if the
   * problem of a continuation cannot be opened. Then no part of the run is stored.
   * @param now milliseconds since 1970
   */
  async store(run: Run, file: OfferedRun, store: RunStore, now: () => number): Promise<readonly RunRow[]> {
    const rows: RunRow[] = [];
    try {
      for await (const portion of this.#portions(file, now)) {
        await withRemedy(store.keep(run, portion));
        rows.push(...portion.map(({ row }) => row));
      }
      await withRemedy(store.pack(run.id));
      await withRemedy(store.putRun(run));
    } catch (error) {
      await store.remove(run).catch(() => undefined);
      throw error;
    }
    return rows;
  }

  /** Yields the samples to store, some at a time. */
  async *#portions(file: OfferedRun, now: () => number): AsyncGenerator<readonly RunSample[]> {
    const submissionFor = this.#submissions();
    for (let at = 0; at < file.samples.length; at += PORTION) {
      const portion: RunSample[] = [];
      if (file.kind === 'verdicts')
        portion.push(...file.samples.slice(at, at + PORTION).map((each) => fileVerdict(each, now())));
      else
        for (const each of file.samples.slice(at, at + PORTION)) {
          const submission = await submissionFor(each.sample, each.key);
          portion.push({ ...fileAnswer(each, submission, now()), tests: null });
        }
      yield portion;
    }
  }

  /**
   * Returns a function that creates submissions. A continuation needs its problem, which is opened once for consecutive
   * samples.
   */
  #submissions(): (sample: Sample, ref: ProblemRef) => Promise<Submission> {
    let openedProblem: Awaited<ReturnType<ProblemsState['open']>> = null;
    return async (sample, { set, id }) => {
      const { submission } = sample;
      if (submission.kind !== 'continuation') return submission;
      if (openedProblem === null || openedProblem.ref.set !== set || openedProblem.ref.id !== id)
        openedProblem = await this.#problems.open({ set, id });
      if (openedProblem === null)
        throw new Error(`${noProblem({ set, id })}: add it again, or leave out its samples`);
      return submissionOf(sample, openedProblem.problem);
    };
  }

  #problemOf({ problemId, set = null }: SampleName & { readonly set?: string | null }): RunProblem | null {
    const ref = this.#problems.refOfAddress({ problem: problemId, in: set });
    const listedProblem = ref === null ? undefined : this.#problems.find(ref);
    return listedProblem === undefined ? null : runProblem(listedProblem);
  }
}

/**
 * Reads a file without a sample as verdicts. If it has none, the faults stay those of its lines as samples.
 */
async function verdictsOf(text: string, faults: readonly ImportFault[]) {
  const { records, repeated, ...read } = await readVerdictsInPieces(text);
  const profiles = [...new Set(records.map(({ profile }) => profile))];
  if (profiles.length === 0) return { verdicts: [], faults, notes: [] };
  if (profiles.length > 1)
    return {
      ...{ verdicts: [], faults: read.faults },
      notes: [`The file holds verdicts by ${profiles.join(' and by ')}: import a file for each`],
    };
  return {
    ...{ verdicts: records, faults: read.faults },
    notes: repeated === 0 ? [] : [repeatedRowsText(repeated)],
  };
}

/** Waits for a write. Rejects with the reason and the remedy, without a full stop. */
async function withRemedy(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    throw new Error(`${errorMessage(error)}: free some space for this page, and try again`);
  });
}

/** Describes a line that is not a sample, without a full stop. */
function unreadLine({ line, field, fault }: ImportFault): string {
  return `Line ${line}: ${field === '' ? '' : `${field} `}${fault}`;
}
