/**
 * Answers are asked for and judged side by side. What has come is kept at once, so that whoever begins again from what
 * was kept repeats none and skips none: at most what is on its way is lost.
 */
import { errorMessage } from '../../base/error-message.ts';
import { submissionIn, type Answer } from '../../domain/answer.ts';
import { sampleName, type RunRow, type RunSampleKey } from '../../domain/run.ts';
import type { Submission } from '../../domain/submission.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import type { FailureLayer } from '../../models/chat-model.ts';
import { answeredRow, runVerdict, type WorkLeft } from './run-rows.ts';
import { unanswered } from './unanswered.ts';
import { WaitingLine } from './waiting-line.ts';

export interface PipelineParts {
  /**
   * Null when it was stopped. What goes wrong stands in the answer: without a layer it is this sample's own. A rejection is not: the
   * next may end the same way.
   */
  answer(key: RunSampleKey, signal: AbortSignal): Promise<Answer | null>;
  /** For each key the answer that an earlier part of the run has kept; null where it is gone. A rejection halts the run. */
  stored(keys: readonly RunSampleKey[]): Promise<readonly (Answer | null)[]>;
  /** @param begun to be called when the judge takes it up, where that is known: before, it waits */
  judge(
    key: RunSampleKey,
    submission: Submission,
    signal: AbortSignal,
    begun: () => void,
  ): Promise<JudgeReport>;
  /** Keeps a sample; rejects where it cannot, and then nothing of it is kept. */
  keep(row: RunRow, answer: Answer, report: JudgeReport | null): Promise<void>;
  /** What forbids to ask for another answer; null for nothing. */
  spent(): string | null;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface PipelineWatch {
  /** A sample has been kept. */
  onRow?(row: RunRow): void;
  /** A sample is asked, or judged, from now on. */
  onBegin?(what: PipelineWork, key: RunSampleKey): void;
  /** It is so no more, however that came. */
  onEnd?(what: PipelineWork, key: RunSampleKey): void;
}

export type PipelineWork = 'ask' | 'judge';

export interface PipelineOrder extends WorkLeft {
  /** Answers asked for at once, ≥ 1. */
  readonly concurrency: number;
  /** Answers judged at once, ≥ 1. */
  readonly judging: number;
}

/** Why a pipeline stands still. All but `done` can go on. */
export type PipelineEnd =
  | { readonly type: 'done' | 'paused' | 'stopped' }
  /** `what` says which budget, in a word or two. */
  | { readonly type: 'spent'; readonly what: string }
  /** Whatever comes next would fail, too. */
  | { readonly type: 'halted'; readonly message: string; readonly remedy: string };

/** A failure here is not the sample's own: the next would end the same way. */
const HOPELESS: ReadonlySet<FailureLayer> = new Set<FailureLayer>([
  'address',
  'mixed-content',
  'cors',
  'redirect',
  'unauthorized',
  'model-not-found',
  'no-gpu',
  'library',
  'not-downloaded',
  'in-use',
  'local-network',
  'storage',
]);
/** Failures one after the other, beyond those that were on their way at once, that mean that nobody answers. */
const PATIENCE = 2;
/** Answers that wait for the judge before no other is asked for: their texts lie in memory. */
const MOST_WAITING = 64;
/** Answers read from where they are stored at a time. */
const READ_AT_ONCE = 16;
/** Verdicts that are not kept yet before no other is judged: they are lost with the page, and judged again. */
const MOST_UNKEPT = 32;

const STOPPED = 'Its answer was stopped before its end: that is none to judge.';

interface Answered {
  readonly row: RunRow;
  readonly answer: Answer;
}

export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #watch: PipelineWatch;
  readonly #order: PipelineOrder;
  readonly #stopping = new AbortController();
  readonly #waiting = new WaitingLine<Answered>(MOST_WAITING);
  #next = 0;
  #end: PipelineEnd | null = null;
  /** Failures since the last answer: if nobody answers at all, they are forgotten and asked again later. */
  #failed: Answered[] = [];
  /** To be asked once more when all others have been: they failed while others were answered. */
  readonly #again: RunSampleKey[] = [];
  /** Names of samples that have failed before. */
  readonly #tried = new Set<string>();
  /** Verdicts on their way to where they are kept. */
  readonly #unkept = new Set<Promise<unknown>>();

  constructor(order: PipelineOrder, parts: PipelineParts, watch: PipelineWatch = {}) {
    this.#order = order;
    this.#parts = parts;
    this.#watch = watch;
  }

  /** Asks for no more; what is on its way is waited for, and judged. */
  pause(): void {
    this.#end ??= { type: 'paused' };
  }

  /** Ends at once; what is on its way is lost. */
  stop(): void {
    this.#end = { type: 'stopped' };
    this.#stopping.abort();
    this.#waiting.close();
  }

  /** Runs until all is done, or something ends it. To be called once; never rejects. */
  async run(): Promise<PipelineEnd> {
    const { concurrency, judging, toJudge } = this.#order;
    const judges = Array.from({ length: judging }, () => this.#judgeAll());
    const earlier = this.#bringEarlier(toJudge);
    do {
      await Promise.all(Array.from({ length: concurrency }, () => this.#askAll()));
      if (this.#end === null) await this.#settleFailures();
    } while (this.#end === null && this.#again.length > 0);
    await earlier;
    this.#waiting.close();
    await Promise.all(judges);
    await Promise.all(this.#unkept);
    return this.#end ?? { type: 'done' };
  }

  /** Answers that an earlier part of the run has left without a verdict. */
  async #bringEarlier(rows: readonly RunRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      const some = rows.slice(from, from + READ_AT_ONCE);
      const answers = await this.#parts.stored(some).catch((error: unknown) => errorMessage(error));
      if (typeof answers === 'string') {
        this.#end = {
          type: 'halted',
          message: `An answer could not be read from where it is stored: ${answers}.`,
          remedy: 'Go on when it is mended: nothing is lost.',
        };
        return;
      }
      for (const [at, row] of some.entries()) {
        // What was paid for is judged though nothing more may be asked.
        if (this.#end !== null && this.#end.type !== 'spent') return;
        const answer = answers[at] ?? null;
        // Its text is gone: that is no answer to judge.
        if (answer === null)
          await this.#keep({ ...row, failure: 'Its answer is not stored any more.' }, null);
        else await this.#waiting.put({ row, answer });
      }
    }
  }

  async #askAll(): Promise<void> {
    while (this.#end === null) {
      if (this.#next >= this.#order.toAsk.length && this.#again.length === 0) return;
      const what = this.#parts.spent();
      if (what !== null) {
        this.#end ??= { type: 'spent', what };
        return;
      }
      const answered = await this.#ask(this.#order.toAsk[this.#next++] ?? this.#again.shift()!);
      if (answered === null) return;
      if (answered.row.failure !== null) {
        await this.#fail(answered);
        continue;
      }
      if (!this.#isHalted()) await this.#settleFailures();
      if (await this.#keep(answered.row, answered.answer)) await this.#waiting.put(answered);
    }
  }

  /** Null when it was stopped. */
  async #ask(key: RunSampleKey): Promise<Answered | null> {
    const askedAt = this.#parts.now();
    this.#watch.onBegin?.('ask', key);
    const answer = await this.#parts
      .answer(key, this.#stopping.signal)
      .catch((error: unknown) => unanswered(errorMessage(error), 'protocol'));
    this.#watch.onEnd?.('ask', key);
    if (answer === null || this.#stopping.signal.aborted) return null;
    return { row: answeredRow(key, answer, askedAt, this.#parts.now()), answer };
  }

  async #fail(failed: Answered): Promise<void> {
    const { message, remedy, layer } = failed.answer.failure!;
    // The prompt is too long for this problem alone, or the problem is not here: the others are none the worse.
    if (layer === 'context-overflow' || layer === undefined) {
      await this.#keep(failed.row, failed.answer);
      return;
    }
    this.#failed.push(failed);
    const hopeless = HOPELESS.has(layer as FailureLayer);
    if (hopeless || this.#failed.length >= this.#order.concurrency + PATIENCE)
      this.#end ??= { type: 'halted', message, remedy };
  }

  /**
   * Somebody answers. What failed before has another try, since a server that goes down may still answer one question after it has
   * failed another; a second failure is the sample's own.
   */
  async #settleFailures(): Promise<void> {
    const failed = this.#failed;
    this.#failed = [];
    for (const { row, answer } of failed) {
      const name = sampleName(row);
      if (this.#tried.has(name)) await this.#keep(row, answer);
      else this.#again.push({ set: row.set, id: row.id, sample: row.sample });
      this.#tried.add(name);
    }
  }

  async #judgeAll(): Promise<void> {
    for (;;) {
      const answered = await this.#waiting.take();
      if (answered === null || this.#stopping.signal.aborted) return;
      const { row, answer } = answered;
      const submission = submissionIn(answer);
      if (submission === null) {
        // Left as it is, it would be judged again for ever.
        await this.#keep({ ...row, failure: answer.failure?.message ?? STOPPED }, answer);
        continue;
      }
      let from = this.#parts.now();
      let begun = false;
      const report = await this.#parts
        .judge(row, submission, this.#stopping.signal, () => {
          if (begun) return;
          begun = true;
          from = this.#parts.now();
          this.#watch.onBegin?.('judge', row);
        })
        .catch((error: unknown) => errorMessage(error));
      if (begun) this.#watch.onEnd?.('judge', row);
      // It stays without a verdict, and is judged when the run goes on.
      if (typeof report === 'string')
        this.#end ??= { type: 'halted', message: report, remedy: 'Go on when it is mended.' };
      else if (!report.flags.includes('stopped'))
        await this.#keepBehind(
          { ...row, judged: runVerdict(report, from, this.#parts.now()) },
          answer,
          report,
        );
    }
  }

  /** The next is judged meanwhile, unless there are many. */
  async #keepBehind(row: RunRow, answer: Answer, report: JudgeReport): Promise<void> {
    const keeping = this.#keep(row, answer, report).finally(() => this.#unkept.delete(keeping));
    this.#unkept.add(keeping);
    while (this.#unkept.size >= MOST_UNKEPT) await Promise.race(this.#unkept);
  }

  #isHalted(): boolean {
    return this.#end?.type === 'halted';
  }

  /** False where it cannot be kept, which ends the run: what came after would be lost as well. */
  async #keep(row: RunRow, answer: Answer | null, report: JudgeReport | null = null): Promise<boolean> {
    try {
      await this.#parts.keep(row, answer ?? unanswered(row.failure ?? ''), report);
    } catch (error) {
      this.#end ??= {
        type: 'halted',
        message: `What has come could not be stored: ${errorMessage(error)}.`,
        remedy: 'Free some space, and go on: what was stored is kept.',
      };
      return false;
    }
    this.#watch.onRow?.(row);
    return true;
  }
}
