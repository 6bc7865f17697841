/** Words of the forms for a new run. */
import { counted, numberText } from '../../../base/number-words.ts';
import type { FileRun } from '../../../runs/imported/file-run.ts';

// RunForm.svelte
export const kinds = 'Source of the answers';
export const modelKind = 'Ask a model';
export const samplesKind = 'Import samples';
export const heading = 'New run';
export const namePart = 'Name';
export const nameField = 'Name of the run';
export const startButton = 'Start the run';

// NewRun.svelte
export const modelPart = 'Model';
export const noModelBefore = 'No model is set up on this device.';
export const serverLink = 'Set up a server';
export const or = 'or';
export const downloadLink = 'download a model';
export const orElse = '; or';
export const recordedLink = 'judge the recorded answers';
export const oneRequest = 'A model on this machine answers one request at a time.';
export const parallelField = 'Parallel requests';
export const serverHint = (address: string): string =>
  `Server: ${address}. Most servers finish sooner with several requests in parallel.`;

export const problemsPart = 'Problems';
export const setField = 'From';
export const allSets = 'All sets';
export const setChoice = (set: string, problems: number): string => `${set} (${numberText(problems)})`;
export const filteredChoice = (problems: number): string =>
  `Problems that match the filters of the Problems page (${numberText(problems)})`;
export const difficultyField = 'Difficulty';
export const anyDifficulty = 'Any';
export const limitField = 'Limit';
export const noLimitOfProblems = 'all';
export const choiceField = 'Choice';
export const firstProblems = 'First problems';
export const randomProblems = 'Random problems';
export const choiceSeedField = 'Seed of the choice';
/** Counts the problems and the samples of the run. @param duplicates in other sets */
export function sizeText(problems: number, samples: number, duplicates: number): string {
  const none = problems === 0 ? ' Choose another set or difficulty.' : '';
  const excluded = duplicates === 0 ? '' : ` ${counted(duplicates, 'duplicate')} in other sets excluded.`;
  return `${counted(problems, 'problem')}, ${counted(samples, 'sample')} in all.${none}${excluded}`;
}

export const promptField = 'Prompt';
export const samplingPart = (temperature: number, topP: number): string =>
  `Sampling: temperature ${temperature}, top-p ${topP}`;
export const temperatureField = 'Temperature';
export const topPField = 'Top-p';
export const noLimit = 'no limit';
export const seedField = 'Seed';
export const noSeed = 'none';
export const aboutSampling = 'With a seed, sample i uses seed + i. These settings apply to this run only.';

export const budgetPart = (isSet: boolean): string => `Budget: ${isSet ? 'set' : 'none'}`;
export const priceFields = {
  prompt: 'Price of a million prompt tokens',
  completion: 'Price of a million answer tokens',
} as const;
export const unknownPrice = 'unknown';
export const aboutBudget = 'The run pauses at the limit. Requests in flight finish.';

export const usualName = (model: string, problems: string): string => `${model} × ${problems}`;
export const allProblems = 'all problems';
export const chosenProblems = 'chosen problems';
export const priceMissing =
  'A budget in money needs the price of a million prompt tokens and of a million answer tokens.';
export const notStored = 'The run could not be stored: free some space for this page, and try again.';

// NewFileRun.svelte
export const samplesPart = 'Samples';
export const formatsBefore =
  'Formats: samples.jsonl of HumanEval and EvalPlus, outputs and eval_all of LiveCodeBench, episodes of rLLM (their folder, or a zip file of it), logs of Inspect, or lines with';
export const and = 'and';
export const formatsAfter = '. Allpass judges them and compares the verdicts with those in the file.';
export const readingFile = (file: string): string => `Reading ${file}…`;
export const noSamples = 'the file has no samples.';
export const noKnownProblem = 'none of the samples is of an imported problem.';
/** Counts the samples of a file. */
export function fileText({ samples, problems, most, compared }: FileRun): string {
  const each = most === 1 ? '' : `, at most ${numberText(most)} of each`;
  const verdicts =
    compared === 0
      ? 'The file has no verdicts.'
      : `The file has a verdict for ${counted(compared, 'sample')}.`;
  return `${counted(samples.length, 'sample')} of ${counted(problems.length, 'problem')}${each}. ${verdicts}`;
}
/** @param meant id of the imported problem that an unknown id may mean; null for none */
export const importSet = (meant: string | null): string =>
  `${meant === null ? '' : `Did you mean “${meant}”? `}Import their set first to include them.`;
export const chooseButton = 'Choose a file…';
export const chooseOtherButton = 'Choose another file…';
export const dropHint = 'or drop it on the page, together with its problems if they are not imported yet';
export const notMade = (reason: string): string => `The run could not be made: ${reason}.`;
export const storingButton = 'Storing the samples…';
