/** Describes the columns of a comparison: their settings, rewards and endings, and the tests on which they differ. */
import { counted } from '../../../base/number-words.ts';
import type { Answer, AnswerSpeed } from '../../../domain/answer.ts';
import type { FinishReason, SamplingParameters } from '../../../domain/completion.ts';
import type { Reward, TestResult } from '../../../domain/verdict.ts';
import { rewardNumber } from '../../../common/verdict/report-text.ts';

/** Name of the column at an index. */
export const letterOf = (index: number): string => 'ABCD'.charAt(index);

/** Lists settings: "temperature 0.2", "seed 7". A missing setting is omitted; null means no seed or no limit. */
export function settingsText(
  settings: Partial<SamplingParameters> & { readonly prompt?: string },
  promptLabel: string,
): string {
  const { temperature, topP, seed, maxTokens, prompt } = settings;
  return [
    temperature === undefined ? '' : `temperature ${temperature}`,
    topP === undefined ? '' : `top-p ${topP}`,
    seed === undefined ? '' : seed === null ? 'no seed' : `seed ${seed}`,
    maxTokens === undefined
      ? ''
      : maxTokens === null
        ? 'no token limit'
        : `${counted(maxTokens, 'token')} at most`,
    prompt === undefined ? '' : `prompt ${promptLabel}`,
  ]
    .filter((setting) => setting !== '')
    .join(', ');
}

export interface JudgedColumn {
  readonly letter: string;
  readonly reward: Reward;
  readonly results: readonly TestResult[];
}

/**
 * Lists the columns of each reward, the highest reward first: "Reward 1.0: A, C. Reward 0.0: B."; '' if there are no
 * columns.
 */
export function rewardsText(columns: readonly JudgedColumn[]): string {
  return [...new Set(columns.map(({ reward }) => reward))]
    .sort((a, b) => (b ?? -Infinity) - (a ?? -Infinity))
    .map((reward) => {
      const letters = columns.filter((column) => column.reward === reward).map(({ letter }) => letter);
      return `${reward === null ? 'No reward' : `Reward ${rewardNumber(reward)}`}: ${letters.join(', ')}.`;
    })
    .join(' ');
}

/** Describes how an answer ended, in two words; '' while it streams. */
export function endingText({ completion, failure }: Answer): string {
  if (failure !== null) return 'failed';
  return completion.finishReason === null ? '' : ENDINGS[completion.finishReason];
}

const ENDINGS: Readonly<Record<FinishReason, string>> = {
  stop: 'complete',
  length: 'token limit',
  'too-long': 'too long',
  context: 'context full',
  'content-filter': 'content filter',
  stopped: 'stopped',
  interrupted: 'closed early',
};

/** Milliseconds from the question to the last token; null before the first token. */
export function totalMs({ firstTokenMs, tokens, tokensPerSecond }: AnswerSpeed): number | null {
  if (firstTokenMs === null) return null;
  return firstTokenMs + (tokensPerSecond === null ? 0 : (tokens * 1000) / tokensPerSecond);
}

/** Returns the indices of the tests that one column passes and another one fails. */
export function differingTests(
  columns: readonly { readonly results: readonly TestResult[] }[],
): readonly number[] {
  const passed = new Map<number, boolean>();
  const differingIndices = new Set<number>();
  for (const { index, verdict } of columns.flatMap(({ results }) => results)) {
    if (verdict === 'not-run' || verdict === 'judge-error') continue;
    const isAccepted = verdict === 'accepted';
    if ((passed.get(index) ?? isAccepted) !== isAccepted) differingIndices.add(index);
    passed.set(index, isAccepted);
  }
  return [...differingIndices].sort((a, b) => a - b);
}

const MAX_NAMED_TESTS = 8;

/**
 * Describes on which of `total` tests the verdicts of the columns differ; '' for fewer than two columns.
 * @param tests indices of these tests
 */
export function differenceText(letters: readonly string[], tests: readonly number[], total: number): string {
  if (letters.length < 2) return '';
  if (tests.length === 0) return `${letters.join(', ')}: the same tests passed and failed.`;
  if (tests.length === total)
    return `They differ on ${total === 1 ? 'the only test' : `all ${total} tests`}.`;
  const testNumbers = tests.slice(0, MAX_NAMED_TESTS).map((index) => index + 1);
  const moreText = tests.length > MAX_NAMED_TESTS ? ' and more' : '';
  return `They differ on ${counted(tests.length, 'test')}: ${testNumbers.join(', ')}${moreText}.`;
}
