import type { Reward } from '../../../domain/verdict.ts';
import { rewardNumber } from '../../../common/verdict/words/report.ts';
import * as words from '../words/history.ts';

/** "reward 1.0", "no reward". */
export function rewardText(reward: Reward): string {
  return words.reward(reward === null ? null : rewardNumber(reward));
}
