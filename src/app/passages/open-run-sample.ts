/** From a sample of a run to where more can be done with it. */
import { submissionIn, type Answer } from '../../domain/answer.ts';
import { rawText } from '../../domain/completion.ts';
import type { Run, RunSampleKey } from '../../domain/run.ts';
import { pastedAnswer } from '../../models/pasted.ts';
import type { AppState } from '../state/app-state.ts';
import { focusAnswer, focusProgram } from '../../pages/playground/state/work-focus.ts';

/** Opens it at its problem: an answer as one that was pasted, judged with all its tests, a program in the editor. */
export async function openInPlayground(
  { playground, notices, view }: Pick<AppState, 'playground' | 'notices' | 'view'>,
  run: Run,
  key: RunSampleKey,
  answer: Answer,
): Promise<void> {
  view.go({});
  if (!(await playground.problem.bring({ set: key.set, id: key.id }))) {
    notices.say(`The problem of the sample could not be opened: ${key.id}.`);
    return;
  }
  const { completion } = answer;
  if (answer.program === true) {
    playground.program.putBack(completion.text);
    focusProgram();
    return;
  }
  const judged = playground.paste(
    pastedAnswer(rawText(completion), `${run.name}, sample ${key.sample + 1}`, completion.finishReason),
  );
  focusAnswer();
  await judged;
}

/** Looks at it by the rules of every grader, and comes back. */
export async function xrayRunSample(
  {
    playground,
    notices,
    problems,
    runsView,
    view,
  }: Pick<AppState, 'playground' | 'notices' | 'problems' | 'runsView' | 'view'>,
  key: RunSampleKey,
  title: string,
  answer: Answer,
): Promise<void> {
  const ref = { set: key.set, id: key.id };
  // The dialog needs some problem behind it.
  if (playground.opened === null) await playground.problem.bring(ref);
  const opened = await problems.open(ref).catch(() => null);
  if (opened === null) {
    notices.say(`The problem of the sample could not be opened: ${key.id}.`);
    return;
  }
  const submission = submissionIn(answer);
  if (submission === null) return;
  view.go({});
  playground.xray.show({
    label: `sample ${key.sample + 1} of ${title}`,
    problem: opened.problem,
    submission,
    onclosed: () => runsView.go({}),
  });
}
