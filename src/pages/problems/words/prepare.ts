/** Sentences of the page that prepares sets. */
import { counted, numberText, timeLeft } from '../../../base/number-words.ts';
import type { Counted } from '../../../datasets/prepare/prepare-order.ts';

// prepare-state.svelte.ts and prepare-choice.ts
export const notCounted = (error: string): string => `The sets could not be counted: ${error}`;
export const notWritten = (error: string): string => `The sets could not be written: ${error}`;
export const faultInFile = (file: string, line: number, fault: string): string =>
  `${file}, line ${line}: ${fault}. Mend it and give the file again.`;
export const faultInFilter = (character: number, fault: string): string =>
  `Character ${character}: ${fault}.`;

// solutions-state.svelte.ts
export const fileNotKept = 'This browser could not keep the file: after a reload it has to be given again.';
export const outcomesNotKept =
  'This browser could not keep the outcomes: they are gone when you leave or reload.';
export const problemNotOpened = (id: string, error: string): string => `${id} could not be opened: ${error}`;
export const fileNotRead = (file: string): string =>
  `${file} could not be read: it is not UTF-8 text, or it has gone.`;
export const fileWithoutSolutions = (file: string): string =>
  `${file} holds no solution: give a file of samples, as grade reads it.`;

// PreparePlace.svelte
export const breadcrumbLabel = 'Breadcrumb';
export const problemsLink = 'Problems';
export const title = 'Prepare sets';
export const aboutBefore =
  'Filters a training set step by step, as DeepCoder’s authors did. Imported sets do not change. The same ' +
  'settings and seed give the same file, in this page and with';
export const noSets = 'There is no imported set to prepare.';
export const importButton = 'Import problems…';
export const setsLegend = 'Sets to prepare';
export const readingSet = (set: string, done: number, of: number): string =>
  `Reading ${set}: ${numberText(done)} of ${counted(of, 'problem')}`;
export const counting = 'Counting…';
export const writing = (done: number, of: number): string =>
  `Writing: ${numberText(done)} of ${counted(of, 'problem')}`;
/** The numbers of problems before and after the steps. @param left problems after them */
export const funnel = (all: number, skipped: Counted, left: number): string =>
  `${counted(all, 'problem')}${skippedProblems(skipped)} → ${counted(left, 'problem')} left`;
export const resultHeading = 'Result';
export const forTraining = 'for training';
export const forTesting = 'for testing';
export const shortened = (problems: number, mostTests: number | null): string =>
  `${counted(problems, 'problem')} had more than ${mostTests} tests; the others were removed.`;
export const saveButton = 'Save as a new set';
export const downloadButton = (file: 'train' | 'test' | 'report'): string =>
  `Download ${file === 'report' ? 'the report' : `${file}.jsonl`}`;
export const commandHint = 'The same command in a terminal:';
export const commandCopied = 'command';

/** Behind the number of problems: those that no step counts. */
function skippedProblems({ repeated, missing }: Counted): string {
  const parts = [
    repeated > 0 ? `${numberText(repeated)} with an id of an earlier set were skipped` : '',
    missing > 0 ? `${numberText(missing)} are no longer stored. Import their set again` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

// SetChoice.svelte
export const problemCount = (problems: number): string => counted(problems, 'problem');

// GivenFile.svelte
export const fileLabel = (what: string): string => `File of ${what}`;
export const chooseFileButton = (what: string): string => `Choose a file of ${what}…`;
export const otherFileButton = 'Another file…';
export const removeFileButton = (what: string): string => `Remove the ${what}`;

// PrepareStep.svelte
export const leftOfStep = (problems: number): string => `${numberText(problems)} left`;
export const noneDropped = 'none';
export const dropped = 'dropped';
export const removedSummary = 'Show removed problems';
export const moreInReport = (problems: number): string => `${numberText(problems)} more in the report`;

// PrepareSteps.svelte
export const stepsLabel = 'Steps';
export const flaggedStep = 'Remove unjudgeable problems';
export const flaggedAbout =
  'Problems with contradictory tests, with no output, with interaction, with several valid answers and no ' +
  'checker, and with errata (LiveCodeBench’s list and yours).';
export const errataFile = 'errata';
export const fewTestsStep = 'Remove problems with few tests';
export const fewTestsAbout = 'A problem in assert mode has one check, which is enough.';
export const fewestTestsField = 'Fewest tests';
export const duplicatesStep = 'Remove duplicates';
export const duplicatesAbout =
  'Two statements are duplicates if they have the same words. Case, punctuation and markup are ignored. The ' +
  'first statement stays.';
export const nearDuplicatesStep = 'Remove near-duplicates';
export const nearDuplicatesAbout =
  'Jaccard similarity of the five-word sequences in two statements, estimated with MinHash.';
export const nearDuplicatesNeed = 'This step needs the step above it, or a test set.';
export const likenessField = 'Similarity, at least';
export const decontaminateStep = 'Decontaminate against test sets';
export const decontaminateAbout = 'Removes problems that are in a test set, and near-duplicates of these.';
export const decontaminateNeeds = 'Import a test set to choose it here.';
export const testSetsLegend = 'Test sets';
export const verifyStep = 'Verify official solutions';
export const verifyAbout =
  'Keeps problems with a solution that passes all tests. The solutions are judged in this browser with ' +
  'standard grading.';
export const passRateStep = 'Filter by pass rate';
export const passRateAbout =
  'Uses a file of rewards, written by “allpass grade”, and rLLM’s filters: 0 < avg < 1, solved, ' +
  'pass@4 >= 0.5, best == 1 and avg < 0.5.';
export const filterField = 'Filter';
export const rewardsFile = 'rewards';
export const filterNeedsRewards = 'The filter needs a file of rewards.';
export const longestTestsStep = 'Keep the longest tests';
export const longestTestsAbout =
  'Keeps the tests with the longest inputs, in their order. DeepCoder kept 15.';
export const mostTestsField = 'Most tests';
export const splitStep = 'Split by date';
export const splitAbout =
  'Problems of this day and later are the test set. Problems without a date are removed.';
export const splitFromField = 'From';
export const sizeStep = 'Sample size';
export const sizeAbout =
  'Selects problems at random with a seed. The problems for testing are selected first.';
export const trainSizeField = 'Problems for training';
export const testSizeField = 'Problems for testing';
export const seedField = 'Seed';

// Solutions.svelte
export const solutionsFile = 'solutions';
export const solutionsNeedFile = 'This step needs a file of samples, in the format of “allpass grade”.';
export const judgedLabel = 'Problems whose solutions are judged';
/** @param secondsLeft null while the speed is unknown */
export const judgedProblems = (judged: number, all: number, secondsLeft: number | null): string =>
  `${numberText(judged)} of ${counted(all, 'problem')}${secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)}`}`;
export const stopJudgingButton = 'Stop judging';
export const notVerified = (problems: number): string =>
  `${counted(problems, 'problem')} not verified yet. Until then they count as removed.`;
export const verifyButton = 'Verify solutions';
export const allJudged = 'All solutions are judged.';
export const judgeAgainButton = 'Judge the failed solutions again';
export const linesSkipped = (lines: number, line: number, fault: string): string =>
  `${counted(lines, 'line')} of the file skipped. The first is line ${line}: ${fault}.`;
