/** Where samples of a file go, and come back from: what the dialog, the line under the header and the commands do. */
import { rawText } from '../../../domain/completion.ts';
import { submissionOf } from '../../../domain/sample.ts';
import { authorOf } from '../../../domain/answer.ts';
import { pastedAnswer } from '../../../models/pasted.ts';
import type { SampleRow } from '../state/sample-rows.ts';
import type { PlaygroundNeeds } from '../state/playground-needs.ts';
import { focusAnswer, focusProgram } from '../state/work-focus.ts';
import * as words from '../words/samples.ts';

type Judging = Pick<PlaygroundNeeds, 'playground' | 'samples' | 'view'>;

/**
 * Reads a file of samples, shows its rows and judges them. Rejects where the code for it cannot be fetched.
 * @param left what is no sample in it, in a sentence
 */
export async function judgeSamples(
  app: Judging,
  name: string,
  text: string,
  left: string | null = null,
): Promise<void> {
  const samples = await app.samples.load();
  const taken = samples.take(name, text, left);
  showSamples(app);
  await taken;
  void samples.run();
}

/** Id of the button that shows the samples. */
export const SHOW_SAMPLES_ID = 'show-samples';

export function showSamples({ playground, view }: Pick<Judging, 'playground' | 'view'>): void {
  // The dialog covers the playground.
  if (!view.inFront) view.go({});
  playground.dialogs.open({ type: 'samples' });
}

/**
 * Opens a sample at its problem. An answer opens as a pasted one and is judged with all tests; a program opens in the
 * editor, whose earlier program can be restored.
 */
export async function openSample(
  { playground, notices }: Pick<PlaygroundNeeds, 'playground' | 'notices'>,
  { ref, sample }: SampleRow,
): Promise<void> {
  if (ref === null) return;
  playground.dialogs.close('samples');
  if (!(await playground.problem.bring(ref)) || playground.opened === null) {
    notices.say(words.problemNotOpened(sample.id, ref.id));
    return;
  }
  const submission = submissionOf(sample, playground.opened.problem);
  if (submission.kind === 'program') {
    playground.program.putBack(
      submission.code,
      authorOf(pastedAnswer(submission.code, words.sampleLabel(sample.id))),
    );
    return focusProgram();
  }
  const { completion } = submission;
  const judged = playground.paste(
    pastedAnswer(rawText(completion), words.sampleLabel(sample.id), completion.finishReason),
  );
  focusAnswer();
  await judged;
}

/**
 * X-rays a sample by the rules of every grader. Other state is unchanged, and the samples dialog returns to its
 * position.
 */
export async function xraySample(
  app: Pick<PlaygroundNeeds, 'playground' | 'notices' | 'problems' | 'samples' | 'view'>,
  { ref, sample, line, title }: SampleRow,
): Promise<void> {
  if (ref === null) return;
  const { playground, samples, view } = app;
  // The dialog needs some problem behind it.
  if (playground.opened === null) await playground.problem.bring(ref);
  const opened = await app.problems.open(ref).catch(() => null);
  if (opened === null) {
    app.notices.say(words.problemNotOpened(sample.id, ref.id));
    return;
  }
  playground.dialogs.close('samples');
  playground.xray.show({
    label: words.sampleOf(sample.id, title),
    problem: opened.problem,
    submission: submissionOf(sample, opened.problem),
    onclosed() {
      if (!view.inFront || samples.current === null) return;
      samples.current.lookedAt = line;
      playground.dialogs.open({ type: 'samples' });
    },
  });
}
