/** Words of the state of runs: reasons why a run halts, a file is refused, or a sample has no answer. */
import type { ImportFault } from '../../../datasets/lines.ts';

// asked-again.ts
/** Says that other runs judge the answers of a run, and the remedy. */
export function judgedElsewhere(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`).join(', ');
  return names.length === 1
    ? `${quoted} judges the same answers. Delete that run first, and regrade this run afterwards.`
    : `${quoted} judge the same answers. Delete those runs first, and regrade this run afterwards.`;
}

// kept-run.svelte.ts, run-state.svelte.ts
export const deletedElsewhere = 'This run is no longer stored: another tab has deleted it.';
export const resumeOrReload = 'Resume the run, or reload the page.';
export const activeElsewhere = 'This run is active in another tab.';
export const stopElsewhere = 'Open it there, or stop it there.';
export const durationNotStored = (reason: string): string =>
  `All samples are stored, but the duration of the run is not: ${reason}.`;
export const freeSpace = 'Free some space.';

// run-source.ts
export const unknownGrader = (grader: string): string =>
  `This page does not know the grader ${grader}. Reload the page for a newer version, or regrade with another grader.`;
export const unknownModelChoose = (model: string): string =>
  `${model} is not known on this device: choose it among the models.`;
export const noServer = 'The address of the server is not set. Set it under Models and resume the run.';
export const modelToDownload = (model: string): string =>
  `${model} is not on this device yet: download it under Models, and go on.`;
export const modelToAdd = (model: string): string =>
  `${model} is not on this device: add its file under Models, and go on.`;
export const otherServer = (used: string, current: string): string =>
  `This run used the server ${used}, and the current one is ${current}. Set the former under Models, or create a new run.`;
export const unknownModel = (model: string): string => `${model} is not known on this device.`;
export const noRecordedAnswer = 'This recorded answer no longer exists.';
export const recordedAnswer = (kind: string): string => `Recorded: ${kind}`;

// run-work.ts
export const noRules = (grader: string): string => `there are no rules ${grader}`;
export const noProblem = (id: string, set: string): string => `${id} is not in the set ${set} any more`;
export const problemNotOpened = (reason: string): string => `its problem could not be opened: ${reason}`;

// runs-state.svelte.ts
export const storageBlocked =
  'This browser blocks storage for this page, so a run would be lost. Allow storage and reload the page.';
export const otherImport = 'Another tab is importing a run. Wait until it is done and try again.';
export const recordedRun = 'Recorded answers';
export const regradedRun = (run: string, grader: string): string => `${run}, by ${grader}`;
export const noSampleHere = 'no sample has a problem here';
export const otherTabImports = 'another tab takes a run in: wait until it is done, and try again';
export const freeSpaceAndRetry = (reason: string): string =>
  `${reason}: free some space for this page, and try again`;

// failed-test.ts
export const noAnswerOrRules = 'there is no answer, or there are no rules';
export const noSuchTest = (index: number): string => `the problem has no test ${index + 1} any more`;
export const answerGone = 'its answer is not stored any more';
export const testStopped = 'it was stopped';

// offered-samples.svelte.ts
export const noProblemToContinue = (id: string, set: string): string =>
  `${noProblem(id, set)}: add it again, or leave out its samples`;

// receipts.ts
export const noVerdict = 'the sample has no answer and verdict';
export const receiptProblemMissing = 'its problem is not here';
export const receiptRulesMissing = 'this page has no such rules';
export const judgeFailed = (reason: string | null): string =>
  `the judge failed: ${reason ?? 'it does not say why'}`;

// run-files.ts
export const figuresCounting = 'the figures are being counted: try again in a moment';
/** Name of the test suite of a run in JUnit; `dates` is '' for all problems. */
export const suiteName = (run: string, dates: string): string =>
  dates === '' ? run : `${run}, problems ${dates}`;

// sample-xray.svelte.ts
export const xrayProblemNotOpened = (id: string): string =>
  `The problem of the sample could not be opened: ${id}.`;
export const xrayNoAnswer = 'The sample has no answer to judge.';

// offered-samples.svelte.ts
/** Names a line that holds no sample; without a full stop. */
export function unreadLine({ line, field, fault }: ImportFault): string {
  return `Line ${line}: ${field === '' ? '' : `${field} `}${fault}`;
}
