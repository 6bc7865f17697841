/**
 * `serve --record`: appends a row for each judged answer, in the format of `grade`, with the answer. In a folder, the
 * problems are recorded too, so that `allpass audit` can judge the answers again.
 */
import {
  closeSync,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  type WriteStream,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { stringifyLossless } from '../../../../base/lossless-json.ts';
import { textHash } from '../../../../base/text-hash.ts';
import { rowOfProblem } from '../../../../datasets/kept-row.ts';
import { unjudgedRow, verdictRow } from '../../../../datasets/verdict-rows.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { placeOf } from '../../input/input-files.ts';
import { checkOutput, writeErrorText } from '../../output/output-file.ts';
import { UsageError } from '../../text/messages.ts';
import type { Metrics } from './metrics.ts';
import type { GradingOutcome, GradingTask } from './task.ts';

export class Recording {
  readonly #stream: WriteStream;
  readonly #problems: RecordedProblems | null;
  readonly #metrics: Metrics;
  /** The start time of the service. It makes the ids of two services in one file different. */
  readonly #startTime = new Date().toISOString();
  #count = 0;
  #hasFailed = false;

  /**
   * Opens the file, or the files of a folder. New rows are appended to existing ones.
   * @param path a folder if it ends with a slash, or if the folder exists
   * @param onFailure called once with a message if rows cannot be written
   * @throws UsageError if a file cannot be written or has other content
   */
  constructor(path: string, metrics: Metrics, onFailure: (message: string) => void) {
    this.#metrics = metrics;
    const fail = (name: string, error: Error): void => {
      if (!this.#hasFailed)
        onFailure(`${name}: ${writeErrorText(error)}; the service goes on without a record`);
      this.#hasFailed = true;
    };
    const isFolder =
      path.endsWith('/') || statSync(placeOf(path), { throwIfNoEntry: false })?.isDirectory() === true;
    if (isFolder) mkdirSync(placeOf(path), { recursive: true });
    this.#stream = appending(isFolder ? join(path, 'rollouts.jsonl') : path, fail);
    this.#problems = isFolder ? new RecordedProblems(join(path, 'problems.jsonl'), fail) : null;
  }

  /** @param step the training step, if the client sent it */
  add(
    tasks: readonly GradingTask[],
    outcomes: readonly GradingOutcome[],
    dialect: string,
    step?: number,
  ): void {
    tasks.forEach((task, index) => {
      const outcome = outcomes[index];
      if (task.task !== 'judge' || outcome === undefined || outcome.type === 'ran') return;
      if (this.#hasFailed) return this.#metrics.count('unrecorded');
      const { problem, submission, options } = task;
      const problemId = this.#problems?.nameOf(problem) ?? problem.id;
      const sample = { problemId, id: `${this.#startTime}/${this.#count++}` };
      const row =
        outcome.type === 'judged'
          ? verdictRow(sample, outcome.report)
          : unjudgedRow(sample, {
              verdict: 'judge-error',
              profile: options.profile,
              error: outcome.reason,
            });
      const answer =
        submission.kind === 'program'
          ? { code: submission.code }
          : {
              response: submission.completion.text,
              finish_reason: submission.completion.finishReason ?? undefined,
            };
      this.#stream.write(
        `${JSON.stringify({ ...row, ...answer, step, dialect, at: new Date().toISOString() })}\n`,
      );
    });
  }

  /** Resolves when all rows are in the files. */
  async end(): Promise<void> {
    if (this.#hasFailed) return;
    await Promise.all([
      new Promise<void>((resolve) => this.#stream.end(resolve)),
      this.#problems?.end() ?? Promise.resolve(),
    ]);
  }
}

/** The problems of a record, each once. Problems that requests bring may have different tests under one id. */
class RecordedProblems {
  readonly #stream: WriteStream;
  readonly #written: Set<string>;
  readonly #names = new WeakMap<Problem, string>();

  /** @throws UsageError if the file cannot be written or has other content */
  constructor(path: string, onFailure: (name: string, error: Error) => void) {
    this.#stream = appending(path, onFailure);
    this.#written = writtenIds(placeOf(path));
  }

  /** Returns the id of a problem in the record, which contains a hash of the problem. */
  nameOf(problem: Problem): string {
    const name = this.#names.get(problem) ?? this.#write(problem);
    this.#names.set(problem, name);
    return name;
  }

  #write(problem: Problem): string {
    const row = new Map(rowOfProblem(problem));
    row.delete('id');
    const name = `${problem.id}~${textHash([stringifyLossless(row)]).toString(36)}`;
    if (!this.#written.has(name)) {
      this.#written.add(name);
      this.#stream.write(`${stringifyLossless(new Map([['id', name], ...row]))}\n`);
    }
    return name;
  }

  end(): Promise<void> {
    return new Promise((resolve) => void this.#stream.end(resolve));
  }
}

/** Returns the ids of the whole rows. The file may be larger than the memory, so only the starts of rows are kept. */
function writtenIds(path: string): Set<string> {
  const ids = new Set<string>();
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(1 << 16);
  let start = '';
  let last = '';
  for (let size = readSync(file, piece); size > 0; size = readSync(file, piece))
    for (const [at, part] of piece.toString('latin1', 0, size).split('\n').entries()) {
      if (at > 0) {
        const [, id] = /^\{"id":("(?:[^"\\]|\\.)*")/.exec(start) ?? [];
        // A row that was cut off is written again.
        if (id !== undefined && last === '}')
          ids.add(JSON.parse(Buffer.from(id, 'latin1').toString()) as string);
        start = '';
      }
      if (start.length < piece.length) start += part;
      last = part.at(-1) ?? last;
    }
  closeSync(file);
  return ids;
}

function appending(path: string, onFailure: (name: string, error: Error) => void): WriteStream {
  const place = placeOf(path);
  checkOutput(path, { path: place });
  try {
    const file = openSync(place, 'a+');
    const { size } = fstatSync(file);
    const end = Buffer.alloc(1);
    // A service that was killed leaves a row that is cut off.
    if (size > 0 && readSync(file, end, 0, 1, size - 1) === 1 && end.toString() !== '\n')
      writeSync(file, '\n');
    const stream = createWriteStream(place, { fd: file });
    return stream.on('error', (error) => onFailure(path, error));
  } catch (error) {
    throw new UsageError(`${path}: ${writeErrorText(error as NodeJS.ErrnoException)}`);
  }
}
