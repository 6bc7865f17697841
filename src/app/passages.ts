/**
 * Actions that lead from one page to another. They are in this module because pages do not import each other.
 */
import { errorMessage } from '../base/error-message.ts';
import type { ReadAnswer } from '../common/answer/read-answer.ts';
import { authorOf, type Answer } from '../domain/answer.ts';
import { rawText } from '../domain/completion.ts';
import type { ProblemRef } from '../domain/problem.ts';
import type { Run, RunSampleKey } from '../domain/run.ts';
import type { Profile } from '../judge/profiles/profile.ts';
import { pastedAnswer } from '../models/pasted.ts';
import { groupSettings } from '../pages/learn/group/group-address.ts';
import { focusAnswer, focusProgram } from '../pages/playground/state/work-focus.ts';
import type { AppState } from './pages.ts';

/**
 * Opens a sample of a run at its problem. An answer is inserted and judged with all tests. A program is
 * inserted into the editor.
 */
export async function openInPlayground(
  { playground, notices, view }: AppState,
  run: Run,
  key: RunSampleKey,
  answer: Answer,
): Promise<void> {
  view.go({});
  if (!(await playground.problem.bring({ set: key.set, id: key.id }))) {
    notices.show(`The problem of the sample could not be opened: ${key.id}.`);
    return;
  }
  const { completion } = answer;
  if (answer.program === true) {
    playground.program.putBack(completion.text, authorOf(answer));
    focusProgram();
    return;
  }
  const judging = playground.paste(
    pastedAnswer(rawText(completion), `${run.name}, sample ${key.sample}`, completion.finishReason),
  );
  focusAnswer();
  await judging;
}

/** Replaces the answers of the group page and opens it. Shows a notice if its code cannot be loaded. */
export async function showGroup(
  { learn, learnView, problems, notices }: AppState,
  ref: ProblemRef,
  profile: Profile,
  answers: readonly ReadAnswer[],
): Promise<void> {
  try {
    (await learn.load()).group.appendAnswers(answers);
    learnView.go({ place: 'group', settings: groupSettings(problems.addressOf(ref), profile) });
  } catch (error) {
    notices.show(`The group could not be shown (${errorMessage(error)}): try again, or reload the page.`);
  }
}
