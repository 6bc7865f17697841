/** The judged columns of a comparison: their rewards, their times, and the tests on which they differ. */
import type { AnswerSpeed } from '../../../domain/answer.ts';
import type { Reward, TestResult } from '../../../domain/verdict.ts';
import { rewardNumber } from '../../../common/verdict/words/report.ts';

export interface JudgedColumn {
  readonly letter: string;
  readonly reward: Reward;
  readonly results: readonly TestResult[];
}

interface RewardGroup {
  /** The reward as text; null for no reward. */
  readonly reward: string | null;
  readonly letters: readonly string[];
}

/** Groups the columns by reward, the highest first. */
export function byReward(columns: readonly JudgedColumn[]): readonly RewardGroup[] {
  const rewards = [...new Set(columns.map(({ reward }) => reward))];
  return rewards
    .sort((a, b) => (b ?? -Infinity) - (a ?? -Infinity))
    .map((reward) => ({
      reward: reward === null ? null : rewardNumber(reward),
      letters: columns.filter((column) => column.reward === reward).map(({ letter }) => letter),
    }));
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

/** From the question to the last token, in milliseconds; null before the first. */
export function totalMs({ firstTokenMs, tokens, tokensPerSecond }: AnswerSpeed): number | null {
  if (firstTokenMs === null) return null;
  return firstTokenMs + (tokensPerSecond === null ? 0 : (tokens * 1000) / tokensPerSecond);
}
