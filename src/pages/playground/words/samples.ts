/** Sentences on the samples of a file, outside their dialog. */
import { numberText, timeLeft } from '../../../base/number-words.ts';

// SamplesBanner.svelte
export const bannerLabel = 'Samples of a file';
export const showButton = 'Show the samples';
export const stopButton = 'Stop the samples';
export const hideButton = 'Put this line away; the samples stay';

interface Progress {
  readonly rows: readonly unknown[];
  readonly unknown: readonly unknown[];
  readonly figures: { readonly judged: number };
  readonly left: number;
  readonly running: boolean;
  readonly secondsLeft: number | null;
}

/** How far the judging is. */
export function progressWords({ rows, unknown, figures, left, running, secondsLeft }: Progress): string {
  const all = rows.length - unknown.length;
  const done = `${numberText(figures.judged)} of ${numberText(all)} judged`;
  if (left === 0) return done;
  if (!running) return `${done}, stopped`;
  return secondsLeft === null ? `${done}…` : `${done}, about ${timeLeft(secondsLeft)} at this pace`;
}

interface Rewards {
  readonly meanReward: number | null;
  readonly rewarded: number;
  readonly judged: number;
}

/** The mean reward and the number of rewarded samples; '' for none. */
export function rewardWords({ meanReward, rewarded, judged }: Rewards): string {
  if (meanReward === null) return '';
  const of = rewarded === judged ? '' : ` over ${numberText(rewarded)} with a reward`;
  return `mean reward ${meanReward.toFixed(3)}${of}`;
}

// judge-samples.ts
export const problemNotOpened = (sample: string, problem: string): string =>
  `The problem of sample ${sample} could not be opened: ${problem}.`;
export const sampleLabel = (id: string): string => `sample ${id}`;
export const sampleOf = (id: string, problem: string): string => `sample ${id} of ${problem}`;

// sample-rows.ts, samples-state.svelte.ts
export const notOpened = (reason: string): string => `its problem could not be opened: ${reason}`;
export const notHere = 'it is not here any more';

interface UnknownProblem {
  readonly id: string;
  /** The set that the sample names; null for none. */
  readonly set: string | null;
  /** Another set that has the id; null for none. */
  readonly otherSet?: string | null;
  /** An id that may have been meant; null for none. */
  readonly near?: string | null;
}

/** Why a sample has no problem. */
export function unknownProblem({ id, set, otherSet = null, near = null }: UnknownProblem): string {
  const fault =
    set === null ? `"${id}" is not among the problems here` : `"${id}" is not in a set ${set} here`;
  if (otherSet !== null) return `${fault}, but in ${otherSet}`;
  return near === null ? fault : `${fault} (did you mean ${near}?)`;
}
