/** A comparison in words: names of columns, endings of answers, rewards of columns, and tests on which they differ. */
import { counted } from '../../../base/number-words.ts';
import type { FinishReason } from '../../../domain/completion.ts';
import type { Reward, TestResult } from '../../../domain/verdict.ts';
import type { Answer, AnswerSpeed } from '../../../domain/answer.ts';
import type { ColumnSpec } from '../state/column-spec.ts';
import { rewardNumber } from '../../../common/verdict/words/report.ts';

/** Columns are called by their place. */
export function letterOf(index: number): string {
  return 'ABCD'.charAt(index);
}

/** Lists the settings of one column that differ from the common ones: "temperature 0.2", "seed 7". */
export function ownSettings(spec: ColumnSpec, promptLabel: string): readonly string[] {
  const { temperature, topP, seed, maxTokens, prompt } = spec;
  return [
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(topP === undefined ? [] : [`top-p ${topP}`]),
    ...(seed === undefined ? [] : [seed === null ? 'no seed' : `seed ${seed}`]),
    ...(maxTokens === undefined
      ? []
      : [maxTokens === null ? 'no token limit' : `${counted(maxTokens, 'token')} at most`]),
    ...(prompt === undefined ? [] : [`prompt ${promptLabel}`]),
  ];
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

/** How an answer ended, in two words; '' while it comes. */
export function endingWords({ completion, failure }: Pick<Answer, 'completion' | 'failure'>): string {
  if (failure !== null) return 'failed';
  return completion.finishReason === null ? '' : ENDINGS[completion.finishReason];
}

/** From the question to the last token, in milliseconds; null before the first. */
export function totalMs({ firstTokenMs, tokens, tokensPerSecond }: AnswerSpeed): number | null {
  if (firstTokenMs === null) return null;
  return firstTokenMs + (tokensPerSecond === null ? 0 : (tokens * 1000) / tokensPerSecond);
}

export interface JudgedColumn {
  readonly letter: string;
  readonly reward: Reward;
  readonly results: readonly TestResult[];
}

/** Groups the columns by reward: "Reward 1.0: A, C. Reward 0.0: B."; '' before the first verdict. */
export function standing(columns: readonly JudgedColumn[]): string {
  const rewards = [...new Set(columns.map(({ reward }) => reward))];
  return rewards
    .sort((a, b) => (b ?? -Infinity) - (a ?? -Infinity))
    .map((reward) => {
      const group = columns.filter((column) => column.reward === reward);
      const letters = group.map(({ letter }) => letter).join(', ');
      return `${reward === null ? 'No reward' : `Reward ${rewardNumber(reward)}`}: ${letters}.`;
    })
    .join(' ');
}

/** Indices of the tests that one column passes and another fails. */
export function partingTests(columns: readonly Pick<JudgedColumn, 'results'>[]): readonly number[] {
  const passed = new Map<number, boolean>();
  const parting = new Set<number>();
  for (const { index, verdict } of columns.flatMap(({ results }) => results)) {
    if (verdict === 'not-run' || verdict === 'judge-error') continue;
    const accepted = verdict === 'accepted';
    if ((passed.get(index) ?? accepted) !== accepted) parting.add(index);
    passed.set(index, accepted);
  }
  return [...parting].sort((a, b) => a - b);
}

const MOST_NAMED = 8;

/** Names the tests, of `total`, on which the verdicts of the columns differ. */
export function partingSentence(columns: readonly JudgedColumn[], total: number): string {
  const ran = columns.filter(({ results }) => results.some(({ verdict }) => verdict !== 'not-run'));
  if (ran.length < 2) return '';
  const tests = partingTests(ran);
  const letters = ran.map(({ letter }) => letter).join(', ');
  if (tests.length === 0) return `${letters}: the same tests passed and failed.`;
  if (tests.length === total)
    return `They differ on ${total === 1 ? 'the only test' : `all ${total} tests`}.`;
  const named = tests.slice(0, MOST_NAMED).map((index) => index + 1);
  const more = tests.length > MOST_NAMED ? ' and more' : '';
  return `They differ on ${counted(tests.length, 'test')}: ${named.join(', ')}${more}.`;
}
