/** The sentences of the X-ray. */
import { countsOf } from '../../base/counts-of.ts';
import type { XrayRow } from '../../judge/xray.ts';
import { rewardNumber } from '../verdict/words/report.ts';

interface Row {
  readonly profile: Pick<XrayRow['profile'], 'grades' | 'title'>;
  readonly report: Pick<XrayRow['report'], 'reward'>;
}

export const title = 'X-ray';
export const about =
  'Graders differ in which block of an answer they take for the program, which tests they run, how they run it, how ' +
  'they compare what it prints, and what they pay for it. So one and the same answer may earn 1 from one and 0 from ' +
  'another. Here it is under all of them.';

export const stopButton = 'Stop';
export const runAgainButton = 'Run again';
export const startAgainButton = 'Start again';

export const failed = (reason: string): string => `The X-ray failed: ${reason}. Run it again.`;
export const progress = (done: number, all: number): string => `${done} of ${all}.`;
/** Follows the progress. */
export const judgingWith = (grader: string): string => `Judging with ${grader}…`;
export const stoppedAfter = (done: number, all: number): string => `Stopped after ${done} of ${all}.`;

export const tableLabel = 'The rules of every grader';
export const graderColumn = 'Grader';
export const programColumn = 'Program';
export const testsColumn = 'Tests run';
export const verdictColumn = 'Verdict';
export const rewardColumn = 'Reward';
export const causeColumn = 'Why it differs';

export const chosenTag = 'chosen';
export const teachingTag = 'teaching';
/** Follows the name of the block on its button, for users who hear it. */
export const showBlock = ': show it';
/** Before the number of tests, where the column has no heading. */
export const ran = 'ran';
export const testsRun = (report: Pick<XrayRow['report'], 'verdict' | 'testsRun' | 'testsTotal'>): string =>
  `${testsThatRan(report)} of ${report.testsTotal}`;
export const judging = 'Judging…';
export const noReward = 'none';
/** The object of a link to a source. */
export const thisRule = 'this rule';
export const notGraded = (reason: string | null): string =>
  `Could not be graded: ${reason ?? 'no reason was given'}.`;
export const unexplained = 'No rule explains the difference. Run the X-ray again.';
export const blockUsedBy = (grader: string): string => `Block used by ${grader}`;

/** Counts the tests that ran. A program that does not compile fails on its first test without running it. */
export function testsThatRan({ verdict, testsRun }: Pick<XrayRow['report'], 'verdict' | 'testsRun'>): number {
  return verdict === 'syntax-error' ? 0 : testsRun;
}

/**
 * Describes whether the graders agree, and on which reward. Profiles that only teach, and those that need a
 * prompt of their own, are listed apart.
 */
export function agreement(all: readonly Row[]): string {
  const taught = all.filter(({ profile }) => !profile.grades).map(({ profile }) => profile.title);
  const aside =
    taught.length === 0 ? '' : ` ${taught.join(' and ')} ${taught.length === 1 ? 'is' : 'are'} not counted.`;
  return agreementOfGraders(all) + aside;
}

function agreementOfGraders(all: readonly Row[]): string {
  const rows = all.filter(({ profile }) => profile.grades);
  const counts = countsOf(rows.map(({ report }) => report.reward));
  const [only] = counts.keys();
  if (counts.size === 1 && only !== undefined) {
    return only === null
      ? 'The judge failed with every grader, so there is no reward to compare.'
      : `All ${rows.length} graders agree: reward ${rewardNumber(only)}.`;
  }
  const given = [...counts]
    .sort(([one], [other]) => (other ?? -2) - (one ?? -2))
    .map(([reward, count]) => `${count} ${count === 1 ? 'gives' : 'give'} ${rewardGiven(reward)}`);
  return `The graders disagree: ${given.slice(0, -1).join(', ')} and ${given.at(-1)}.`;
}

function rewardGiven(reward: number | null): string {
  return reward === null ? 'no reward, because the judge failed' : rewardNumber(reward);
}
