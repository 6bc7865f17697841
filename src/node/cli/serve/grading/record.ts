/** `serve --record`: appends a row for each judged answer, in the format of `grade`, with the answer. */
import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import { unjudgedRow, verdictRow } from '../../../../datasets/verdict-rows.ts';
import { placeOf } from '../../input/input-files.ts';
import { checkOutput, writeErrorText } from '../../output/output-file.ts';
import { UsageError } from '../../text/messages.ts';
import type { Metrics } from './metrics.ts';
import type { GradingOutcome, GradingTask } from './task.ts';

export class Recording {
  readonly #stream: WriteStream;
  readonly #metrics: Metrics;
  /** The start time of the service. It makes the ids of two services in one file different. */
  readonly #startTime = new Date().toISOString();
  #count = 0;
  #hasFailed = false;

  /**
   * Opens the file. New rows are appended to existing ones.
   * @param onFailure called once with a message if rows cannot be written
   * @throws UsageError if the file cannot be written or has other content
   */
  constructor(path: string, metrics: Metrics, onFailure: (message: string) => void) {
    const place = placeOf(path);
    checkOutput(path, { path: place });
    this.#metrics = metrics;
    try {
      this.#stream = createWriteStream(place, { fd: openSync(place, 'a') });
    } catch (error) {
      throw new UsageError(`${path}: ${writeErrorText(error as NodeJS.ErrnoException)}`);
    }
    this.#stream.on('error', (error) => {
      this.#hasFailed = true;
      onFailure(`${path}: ${writeErrorText(error)}; the service goes on without a record`);
    });
  }

  add(tasks: readonly GradingTask[], outcomes: readonly GradingOutcome[], dialect: string): void {
    tasks.forEach((task, index) => {
      const outcome = outcomes[index];
      if (task.task !== 'judge' || outcome === undefined || outcome.type === 'ran') return;
      if (this.#hasFailed) return this.#metrics.count('unrecorded');
      const { problem, submission, options } = task;
      const sample = { problemId: problem.id, id: `${this.#startTime}/${this.#count++}` };
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
      this.#stream.write(`${JSON.stringify({ ...row, ...answer, dialect, at: new Date().toISOString() })}\n`);
    });
  }

  /** Resolves when all rows are in the file. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#hasFailed) resolve();
      else this.#stream.end(resolve);
    });
  }
}
