import type { PlaygroundNeeds } from '../state/playground-needs.ts';
import { verdictView, type VerdictView } from './verdict-view.ts';

/** Returns the verdict as the playground shows it; null while no problem is open. */
export function shownVerdict({
  engine,
  playground,
  view,
}: Pick<PlaygroundNeeds, 'engine' | 'playground' | 'view'>): VerdictView | null {
  const { answer, changedSince, judging, opened, program, terms } = playground;
  if (opened === null) return null;
  const ofAnswer = view.current.tab === 'answer';
  return verdictView({
    problem: opened.problem,
    judging,
    changedSince,
    chosen: terms.profile,
    answering: answer.busy && ofAnswer,
    answerLabel: answer.record?.label ?? null,
    starting: engine.status.type === 'starting',
    nothing: program.nothing?.wanted === 'verdict' && !ofAnswer ? program.nothing.reason : null,
  });
}
