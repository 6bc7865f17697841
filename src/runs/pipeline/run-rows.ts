/** Builds the stored record of a sample from its answer and its report. */
import { textHash } from '../../base/text-hash.ts';
import { measuredSpeed, type Answer } from '../../domain/answer.ts';
import type { Completion } from '../../domain/completion.ts';
import type { RunRow, RunSampleKey, RunVerdict } from '../../domain/run.ts';
import { clippedFailure } from '../../judge/first-failure.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import type { FailureLayer } from '../../models/chat-model.ts';

/**
 * Returns the row of a sample with an answer or a failure.
 * @param askedAt milliseconds since 1970, like `answeredAt`
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
export const STORED_CHARACTERS = 120;

/** @param from milliseconds since 1970, like `to` */
export function runVerdict(report: JudgeReport, from: number, to: number): RunVerdict {
  const { verdict, reward, testsTotal, testsRun, testsPassed, firstFailed, error, flags, timeFactor } =
    report;
  const { firstFailure, factorNeeded } = report;
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
    ...(factorNeeded !== undefined && { factorNeeded }),
  };
}

/** The state of an evaluation: the samples to ask, and the answers that wait to be judged. */
export interface WorkLeft {
  readonly toAsk: readonly RunSampleKey[];
  readonly toJudge: readonly RunRow[];
}

/** @param allKeys every sample of the run, in the order of its requests */
export function workLeft(
  allKeys: readonly RunSampleKey[],
  rowOf: (key: RunSampleKey) => RunRow | undefined,
): WorkLeft {
  const toAsk: RunSampleKey[] = [];
  const toJudge: RunRow[] = [];
  for (const key of allKeys) {
    const row = rowOf(key);
    if (row === undefined) toAsk.push(key);
    else if (row.failure === null && row.judged === null) toJudge.push(row);
  }
  return { toAsk, toJudge };
}

/**
 * Returns the answer of a sample that could not be requested.
 * @param message the reason, in one sentence
 * @param layer missing for a failure that concerns this sample alone
 */
export function failedAnswer(message: string, layer?: FailureLayer): Answer {
  return {
    label: '',
    completion: { reasoning: '', reasoningOpen: false, text: '', finishReason: null, usage: null },
    ended: true,
    failure: { message, remedy: 'Mend that, and try it again.', ...(layer && { layer }) },
    speed: { tokens: 0, estimated: false, firstTokenMs: null, tokensPerSecond: null },
  };
}

/**
 * Turns an answer whose stream closed early into a failure: the model might have written more, and a reward of 0 would
 * be the fault of the server or the network. The playground judges such an answer as truncated, with a notice; in a run
 * no user sees the notice.
 */
export function interruptedAsFailure(answer: Answer): Answer {
  if (answer.failure !== null || answer.completion.finishReason !== 'interrupted') return answer;
  return {
    ...answer,
    failure: {
      message: 'The stream closed before the answer had ended.',
      remedy: 'Ask it again.',
      layer: 'server',
    },
  };
}

/** Failure of a sample whose answer is missing in another run or in a file. */
export const ANSWER_NOT_STORED = 'The answer is no longer stored.';
