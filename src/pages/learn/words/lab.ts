/** The lab. */
import { numberText } from '../../../base/number-words.ts';

// Lab.svelte
export const settings = 'Settings of the run';
export const unknownValueBefore = 'The address has the unknown value';
export const unknownValueAfter = (kept: string): string => `. The lab uses ${kept}.`;
export const correctAddress = 'Correct it in the address.';
export const changeSetting = 'Change the setting, or correct the address.';
export const presentButton = 'Present';
export const settingsChanged = (preset: string, seed: number): string =>
  `Settings changed. Press Run again to see their effect: the curves are still those of ${preset}, seed ${seed}.`;
export const curves = 'Curves';
export const curvesOfSeeds = (seeds: number): string =>
  `Mean and range of the seeds that reached a step, ${seeds} seeds`;
export const curvesOfSeed = (seed: number): string => `Seed ${seed}`;
export const noCurves = 'Press Run. The curves appear while the policy trains.';
export const previousRun = (changes: readonly string[]): string =>
  `Previous run, for comparison. Changed since: ${changes.length === 0 ? 'nothing' : changes.join('; ')}.`;

// next-action.ts
export const pauseButton = 'Pause';
export const resumeButton = 'Resume';
export const runButton = 'Run';
export const runAgainButton = 'Run again';

// LabProgress.svelte
export const stopButton = 'Stop';
export const oneStepButton = 'One step';
export const startOverButton = 'Start over';
export const pausing = 'Pausing after this step.';
export const preparingNext = 'Preparing the base policy of the next seed.';
export const training = (seed: number): string => `Training, seed ${seed}.`;
/** The phases of a run that the sentences above do not describe. */
export const phase = {
  none: '',
  starting: 'Preparing the base policy: it first learns to write programs, for a few seconds.',
  paused: 'Paused.',
  stopped: 'Stopped.',
  done: 'Done. The same seed gives the same run.',
  broken: '',
} as const;
export const steps = (made: number, all: number): string => `${numberText(made)} of ${numberText(all)} steps`;
export const testsBefore = 'The judge ran';
export const testsAfter = 'tests of';
export const programsAfter = 'programs, for';
export const verdictsAfter = 'verdicts. Repeated programs are cached.';
export const unjudged = (samples: number): string =>
  `${numberText(samples)} samples could not be judged. They have no reward and no effect.`;
export const share = 'Share the address of this page to reproduce the run.';

// LivePrograms.svelte
export const latestPrograms = 'Programs of the latest step';
export const task = 'A task';
export const taskBeforePrompt = 'The prompt';
export const taskBeforeProgram = 'asks for the program';
export const taskAfter =
  '. The policy writes a group of programs for each of 36 such prompts, and the judge rewards each program.';
export const programsOf = (step: number): string => `Programs of step ${step}`;
export const prompt = (task: string, isTraining: boolean): string =>
  `prompt “${task}”${isTraining ? ', written while it trains' : ''}`;
export const emptyProgram = '(empty)';

// PresentedLab.svelte
export const presented = (preset: string): string => `The lab: ${preset}`;
/** The key that leaves the presentation. */
export const exitKey = 'Esc';
export const exitButton = 'Exit';
export const run = 'Run';

// StepView.svelte
export const explanation = 'Explanation of a step';
export const step = 'Step';
export const latestStepButton = 'Latest step';
export const seed = 'Seed';
export const thisRun = 'this run';
export const thisRunSource = 'the settings of this run';
export const groupsOf = (step: number): string => `Groups of step ${step}`;
export const promptColumn = 'Prompt';
export const rewardsColumn = 'Rewards';
export const meanColumn = 'Mean';
export const group = (task: string, programs: number): string => `“${task}”: a group of ${programs} programs`;
export const groupOf = (step: number, task: string): string => `step ${step}, ${task}`;
