/**
 * Samples of a run that are asked or judged again. A retry is of those whose request failed, or on which the judge
 * failed. A model's own answer is asked for again only if the token limit truncated it, and with a larger limit
 * (`runs/redraws.ts`): else only failures would be sampled again, and pass@1 would rise without a trace.
 */
import type { Run } from '../../../domain/run.ts';
import type { RunStore } from '../../../storage/run-store.ts';
import * as words from '../words/state.ts';

/** The runs that judge the answers of this one. */
export function judgesOf({ id }: Pick<Run, 'id'>, all: readonly Run[]): readonly Run[] {
  return all.filter(({ source }) => source.type === 'answers' && source.run === id);
}

/** Rejects where another run judges the answers: its verdicts would be of answers that are gone. */
export async function refuseJudgedAnswers(store: Pick<RunStore, 'runs'>, run: Run): Promise<void> {
  const judges = judgesOf(run, await store.runs());
  if (judges.length > 0) throw new Error(words.judgedElsewhere(judges.map(({ name }) => name)));
}
