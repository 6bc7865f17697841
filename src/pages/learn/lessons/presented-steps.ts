/** The steps of a presented lesson. One step at a time fills the window. */
import type { Press } from '../../../kit/commands/keys.ts';

/** Titles of the steps of a presentation. */
const STEP = {
  introduction: 'Introduction',
  problem: 'Problem',
  submission: 'Submission',
  prediction: 'Prediction',
  experiment: 'Experiment',
  explanation: 'Explanation',
} as const;

const STEPS = ['problem', 'submission', 'prediction', 'experiment', 'explanation'] as const;
type PresentedStepName = (typeof STEPS)[number];

/** The part of a lesson's material that is rendered. */
export type GivenPart = 'all' | 'problem' | 'submission';

export interface PresentedStep {
  readonly name: PresentedStepName;
  readonly title: string;
}

interface LessonKind {
  /** Whether the lesson is about groups of rewards, without a problem. */
  readonly withoutProblem: boolean;
  /** Whether a link hides the answers. The experiment and its explanation are then not among the steps. */
  readonly answersHidden: boolean;
}

export function presentedSteps({ withoutProblem, answersHidden }: LessonKind): readonly PresentedStep[] {
  const isShown = ({ name }: PresentedStep): boolean =>
    !(withoutProblem && name === 'submission') &&
    !(answersHidden && (name === 'experiment' || name === 'explanation'));
  const problem = withoutProblem ? STEP.introduction : STEP.problem;
  return STEPS.map((name) => ({ name, title: name === 'problem' ? problem : STEP[name] })).filter(isShown);
}

/** Returns 1 for a key that goes to the next step, -1 for a key that goes back, and 0 for other keys. */
export function stepOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): -1 | 0 | 1 {
  if (ctrlKey || metaKey || altKey || shiftKey) return 0;
  // Presentation remotes send the keys Page Up and Page Down.
  if (key === 'ArrowRight' || key === 'PageDown') return 1;
  return key === 'ArrowLeft' || key === 'PageUp' ? -1 : 0;
}
