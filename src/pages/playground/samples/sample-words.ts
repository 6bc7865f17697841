/** Words for the verdicts on samples. */
import { numberText, timeLeft } from '../../../base/number-words.ts';
import { VERDICT_WORDS, type SampleVerdict } from '../../../domain/verdict.ts';
import type { SamplesState } from '../state/samples-state.svelte.ts';
import { rewardNumber } from '../../../common/verdict/words/report.ts';

export function verdictName(verdict: SampleVerdict): string {
  return verdict === 'unknown-problem' ? 'Unknown problem' : VERDICT_WORDS[verdict].word;
}

type Facts = Pick<SamplesState, 'rows' | 'unknown' | 'figures' | 'left' | 'running' | 'secondsLeft'>;

/** How far the judging is. */
export function progressWords({ rows, unknown, figures, left, running, secondsLeft }: Facts): string {
  const all = rows.length - unknown.length;
  const done = `${numberText(figures.judged)} of ${numberText(all)} judged`;
  if (left === 0) return done;
  if (!running) return `${done}, stopped`;
  return secondsLeft === null ? `${done}…` : `${done}, about ${timeLeft(secondsLeft)} at this pace`;
}

/** The mean reward and the number of rewarded samples; '' for none. */
export function rewardWords({ meanReward, rewarded, judged }: SamplesState['figures']): string {
  if (meanReward === null) return '';
  const of = rewarded === judged ? '' : ` over ${numberText(rewarded)} with a reward`;
  return `mean reward ${meanReward.toFixed(3)}${of}`;
}

/** How often the file's own verdicts are ours. */
export function agreementWords({ compared, agreed }: SamplesState['figures']): string {
  return `same verdict as the file: ${numberText(agreed)} of ${numberText(compared)}`;
}

export function rewardCell(reward: number | null): string {
  return reward === null ? 'none' : rewardNumber(reward);
}
