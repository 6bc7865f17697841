/** Words of the list of runs, and of the check of a receipt. */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Receipt } from '../../../runs/share/receipt-shape.ts';
import type { VerdictDifference } from '../../../runs/share/receipt.ts';

// Runs.svelte
export const reading = 'Reading the run…';
export const unreadable = 'The run could not be read from this browser’s storage: reload the page.';
export const noRunHeading = 'No such run';
export const noRunBefore = 'This device has no run';
export const noRunAfter = ': runs stay on the device that made them. Open its file, or look at';
export const noRunButton = 'all runs';

// RunList.svelte
export const heading = 'Runs';
export const about =
  'Evaluate a model on a set of problems: pass@k with confidence intervals, every answer judged in this tab.';
export const newRunButton = 'New run…';
export const recordedButton = 'Judge the recorded answers';
export const importButton = 'Import a run…';
export const receiptButton = 'Verify a receipt…';
export const recordedFailed =
  'The recorded answers could not be fetched, or the run could not be stored. Reload the page.';
export const noRunsHeading = 'No runs yet';
export const aboutRecorded =
  'runs the judge on the answers that come with the page: no model, no key, no network. It takes less than a minute and shows six kinds of verdict.';
export const newRunTerm = 'New run';
export const aboutNewRun =
  'asks a model of your own: one on this machine, or any server that speaks the OpenAI protocol. You can pause it, close the tab and resume it; no request is repeated. To judge samples from a file, drop the file here.';
export const compareButton = 'Compare selected runs';
export const selected = (count: number): string =>
  count === 0 ? 'Select two or more runs to compare them.' : `${counted(count, 'run')} selected.`;
export const selectField = (run: string): string => `Select ${run}`;
export const sourceAndRules = (source: string, rules: string): string => `${source}, ${rules} rules`;
export function sizeOf(judged: number, total: number, failed: number, askedAgain: number): string {
  const lost = failed > 0 ? `, ${numberText(failed)} failed` : '';
  const again = askedAgain > 0 ? `, ${numberText(askedAgain)} asked again` : '';
  return `${numberText(judged)} of ${counted(total, 'sample')}${lost}${again}`;
}
export const running = 'running';
export const done = 'done';
export const notStarted = 'not started';
export const paused = 'paused';

// ReceiptCheck.svelte
export const receiptSection = 'Receipt';
export const receiptHeading = (file: string): string => `Receipt ${file}`;
export const judgingAgain = 'Judging the answer again…';
export const judgedBefore = ({ problem, made, judged, engine }: Receipt): string =>
  `${problem.id}, judged ${made.slice(0, 10)} by the rules of ${judged.profile} (${engine}):`;
export const redrawn = (how: string): string => `The sample was ${how} after its first answer was truncated.`;
export const unchanged = 'Hash check passed: the file is unchanged.';
export const notJudgedAgain = (reason: string | null): string =>
  `The answer could not be judged again: ${reason}.`;
export const judgedHereBefore = 'Judged again here:';
export const sameVerdictAfter = '– the same verdict, test by test.';
export const differencesAfter = '. Differences:';
export function differenceText({ field, test, then, now, timing }: VerdictDifference): string {
  const place = test === null ? field : `${field} ${test + 1}`;
  const reason = timing ? ' (a time limit decides it: another machine may differ)' : '';
  return `${place}: ${then} then, ${now} now${reason}`;
}
export const fileNotRead = (file: string): string => `${file} could not be read: choose it again.`;
