/** Builds the stored record of a sample from its answer and its report. */
import { textHash } from '../../base/text-hash.ts';
import { measuredSpeed, type Answer } from '../../domain/answer.ts';
import type { Completion } from '../../domain/completion.ts';
import type { RunRow, RunSampleKey, RunVerdict } from '../../domain/run.ts';
import { clippedFailure } from '../../judge/first-failure.ts';
import type { JudgeReport } from '../../domain/verdict.ts';

/**
 * Returns the row of a sample with an answer or a failure.
 * @param askedAt milliseconds since 1970, as `answeredAt`
 */
export function answeredRow(
  { set, id, sample }: RunSampleKey,
  answer: Answer,
  askedAt: number,
  answeredAt: number,
): RunRow {
  const { completion, failure } = answer;
  const { tokens, estimated, firstTokenMs, tokensPerSecond } = measuredSpeed(answer);
  return {
    set,
    id,
    sample,
    askedAt,
    answeredAt,
    failure: failure === null ? null : failure.message,
    finishReason: failure === null ? completion.finishReason : null,
    ...(failure === null && completion.cutBy !== undefined ? { cutBy: completion.cutBy } : {}),
    tokens,
    estimated,
    promptTokens: completion.usage?.promptTokens ?? answer.window?.promptTokens ?? null,
    firstTokenMs,
    tokensPerSecond,
    judged: null,
    ...(answer.passedElsewhere === undefined ? {} : { passedElsewhere: answer.passedElsewhere }),
    ...(answer.redrawn === undefined ? {} : { redrawn: answer.redrawn }),
    ...(failure === null && hasText(completion)
      ? { answerHash: textHash([completion.reasoning, completion.text]) }
      : {}),
  };
}

function hasText({ reasoning, text }: Completion): boolean {
  return reasoning !== '' || text !== '';
}

/** Maximum number of characters of an input or output in a row: a run may have 100,000 rows. */
const STORED_CHARACTERS = 120;

/** @param from milliseconds since 1970, as `to` */
export function runVerdict(report: JudgeReport, from: number, to: number): RunVerdict {
  const { verdict, reward, testsTotal, testsRun, testsPassed, firstFailed, error, flags, timeFactor } =
    report;
  const { firstFailure } = report;
  const times = report.tests.flatMap(({ milliseconds }) => milliseconds ?? []);
  return {
    from,
    to,
    verdict,
    reward,
    testsTotal,
    testsRun,
    testsPassed,
    firstFailed,
    ...(firstFailure && { firstFailure: clippedFailure(firstFailure, STORED_CHARACTERS) }),
    slowestMs: times.length === 0 ? null : Math.max(...times),
    error,
    flags,
    timeFactor,
  };
}

/** The state of an evaluation: the samples to ask, and the answers that wait to be judged. */
export interface WorkLeft {
  readonly toAsk: readonly RunSampleKey[];
  readonly toJudge: readonly RunRow[];
}

/** @param all every sample of the run, in the order of its requests */
export function workLeft(
  all: readonly RunSampleKey[],
  rowOf: (key: RunSampleKey) => RunRow | undefined,
): WorkLeft {
  const toAsk: RunSampleKey[] = [];
  const toJudge: RunRow[] = [];
  for (const key of all) {
    const row = rowOf(key);
    if (row === undefined) toAsk.push(key);
    else if (row.failure === null && row.judged === null) toJudge.push(row);
  }
  return { toAsk, toJudge };
}
