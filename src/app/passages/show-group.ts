/** From answers elsewhere on the page to their group. */
import { errorMessage } from '../../base/error-message.ts';
import type { ProblemRef } from '../../domain/problem-ref.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import type { ReadAnswer } from '../../common/answer/read-answer.ts';
import type { AppState } from '../state/app-state.ts';
import { groupSettings } from '../../pages/learn/group/group-address.ts';

/** Puts the answers in the place of those that were there, and goes to them. Says so where the code for it does not come. */
export async function showGroup(
  { learn, learnView, problems, notices }: Pick<AppState, 'learn' | 'learnView' | 'problems' | 'notices'>,
  ref: ProblemRef,
  profile: Profile,
  answers: readonly ReadAnswer[],
): Promise<void> {
  try {
    (await learn.load()).group.put(answers);
    learnView.go({ place: 'group', settings: groupSettings(problems.addressOf(ref), profile) });
  } catch (error) {
    notices.say(`The group could not be shown (${errorMessage(error)}): try again, or reload the page.`);
  }
}
