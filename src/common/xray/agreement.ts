/** Whether graders agree on one answer. */
import { countsOf } from '../../base/collections.ts';
import type { XrayRow } from '../../judge/xray.ts';
import { rewardNumber } from '../verdict/report-text.ts';

interface AgreementRow {
  readonly profile: { readonly grades: boolean; readonly title: string };
  readonly report: { readonly reward: number | null };
}

/** Counts the tests that ran. A program that does not compile fails on its first test without running it. */
export function testsThatRan({ verdict, testsRun }: Pick<XrayRow['report'], 'verdict' | 'testsRun'>): number {
  return verdict === 'syntax-error' ? 0 : testsRun;
}

/**
 * Describes whether the graders agree, and on which reward. Profiles that are only for teaching, and those
 * that need their own prompt, are listed separately.
 */
export function agreementText(all: readonly AgreementRow[]): string {
  const taughtTitles = all.filter(({ profile }) => !profile.grades).map(({ profile }) => profile.title);
  const aside =
    taughtTitles.length === 0
      ? ''
      : ` ${taughtTitles.join(' and ')} ${taughtTitles.length === 1 ? 'is' : 'are'} not counted.`;
  return agreementOfGraders(all) + aside;
}

function agreementOfGraders(all: readonly AgreementRow[]): string {
  const rows = all.filter(({ profile }) => profile.grades);
  const counts = countsOf(rows.map(({ report }) => report.reward));
  const [onlyReward] = counts.keys();
  if (counts.size === 1 && onlyReward !== undefined) {
    return onlyReward === null
      ? 'The judge failed with every grader, so there is no reward to compare.'
      : `All ${rows.length} graders agree: reward ${rewardNumber(onlyReward)}.`;
  }
  const groupTexts = [...counts]
    .sort(([one], [other]) => (other ?? -2) - (one ?? -2))
    .map(([reward, count]) => `${count} ${count === 1 ? 'gives' : 'give'} ${rewardText(reward)}`);
  return `The graders disagree: ${groupTexts.slice(0, -1).join(', ')} and ${groupTexts.at(-1)}.`;
}

function rewardText(reward: number | null): string {
  return reward === null ? 'no reward, because the judge failed' : rewardNumber(reward);
}
