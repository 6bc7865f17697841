/** Texts of the comparison side by side. */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Answer } from '../../../domain/answer.ts';
import type { FinishReason, SamplingParameters } from '../../../domain/completion.ts';
import type { TestVerdict } from '../../../domain/verdict.ts';
import { VERDICT_WORDS } from '../../../domain/words/verdicts.ts';

/** Columns are called by their place. */
export const letterOf = (index: number): string => 'ABCD'.charAt(index);
export const column = (letter: string): string => `Column ${letter}`;

// CompareDialog.svelte
export const title = 'Side by side';
export const askAllButton = 'Ask all';
export const stopAllButton = 'Stop all';
export const addColumnButton = 'Add a column';
export const mostColumnsHint = 'Four columns are the most';
export const judgedBy = (problem: string, rules: string): string => `${problem}, judged ${rules}`;
export const groupButton = 'See as a group';
export const groupHint = 'Their rewards and advantages, as GRPO compares them';
export const answerName = (letter: string, model: string): string => `${letter}: ${model}`;
export const judgeAllAgainButton = 'Judge again by these rules';
export const columnTabs = 'Columns';
export const nothingToAsk =
  'Nothing can be asked yet: this problem has no recorded answers, and no model is set up.';
export const endpointButton = 'Connection to an endpoint';
export const modelsButton = 'Models on this machine';
export const addColumnsButton = 'Add columns';
export const announcement = (letter: string, headline: string, reward: string): string =>
  `Column ${letter}: ${headline}. ${reward}.`;

// CommonSettings.svelte
export const commonSettings = 'Settings of all columns';
export const commonValues = (sampling: SamplingParameters, promptLabel: string): string =>
  ownSettings({ ...sampling, prompt: promptLabel }, promptLabel).join(', ');

// CompareSummary.svelte
export const summaryRegion = 'Summary';
export const summaryTable = 'The columns compared';
export const onTheirWay = (letters: string): string => `On their way: ${letters}.`;
export const beforeVerdicts =
  'Every column gets the same problem, and each answer is judged as soon as it has ended.';
export const nameColumn = 'Column';
export const verdictColumn = 'Verdict';
export const passedColumn = 'Passed';
export const firstFailedColumn = 'First failed';
export const tokensColumn = 'Tokens';
export const speedColumn = 'Tokens/s';
export const firstTokenColumn = 'First token';
export const firstTokenHint = 'Counted from the question: loading and waiting included';
export const totalColumn = 'Total';
export const endedColumn = 'Ended';
export const passed = (count: number, total: number): string => `${count} of ${total}`;
export const testNumber = (number: number): string => `test ${number}`;
export const tokens = (count: number, estimated: boolean): string =>
  `${estimated ? '≈ ' : ''}${numberText(count)}`;
export const speed = (perSecond: number, estimated: boolean): string =>
  `${estimated ? '≈ ' : ''}${numberText(perSecond, perSecond < 10 ? 1 : 0)}`;

/** Lists the columns of each reward: "Reward 1.0: A, C. Reward 0.0: B."; '' before the first verdict. */
export const standing = (
  groups: readonly { readonly reward: string | null; readonly letters: readonly string[] }[],
): string =>
  groups
    .map(
      ({ reward, letters }) =>
        `${reward === null ? 'No reward' : `Reward ${reward}`}: ${letters.join(', ')}.`,
    )
    .join(' ');

/** How an answer ended, in two words; '' while it comes. */
export function ending({ completion, failure }: Pick<Answer, 'completion' | 'failure'>): string {
  if (failure !== null) return 'failed';
  return completion.finishReason === null ? '' : endings[completion.finishReason];
}

const endings: Readonly<Record<FinishReason, string>> = {
  stop: 'complete',
  length: 'token limit',
  'too-long': 'too long',
  context: 'context full',
  'content-filter': 'content filter',
  stopped: 'stopped',
  interrupted: 'closed early',
};

// TestTable.svelte
export const testsRegion = 'Tests';
export const onlyTheseField = 'only these';
export const testsByColumn = 'Tests by column';
export const testsCaption = 'The verdict of every test, a row for each column';
export const testOfColumn = (letter: string, number: number, verdict: TestVerdict): string =>
  `${letter}, test ${number}: ${VERDICT_WORDS[verdict].word}`;

const MOST_NAMED = 8;

/** Names the tests, of `total`, on which the verdicts of the columns differ. '' for fewer than two columns. */
export function parting(letters: readonly string[], tests: readonly number[], total: number): string {
  if (letters.length < 2) return '';
  if (tests.length === 0) return `${letters.join(', ')}: the same tests passed and failed.`;
  if (tests.length === total)
    return `They differ on ${total === 1 ? 'the only test' : `all ${total} tests`}.`;
  const named = tests.slice(0, MOST_NAMED).map((index) => index + 1);
  const more = tests.length > MOST_NAMED ? ' and more' : '';
  return `They differ on ${counted(tests.length, 'test')}: ${named.join(', ')}${more}.`;
}
// CompareColumn.svelte
export const modelOfColumn = (letter: string): string => `Model of column ${letter}`;
export const removeColumn = (letter: string): string => `Remove column ${letter}`;
export const askButton = (again: boolean): string => (again ? 'Ask again' : 'Ask');
export const stopButton = 'Stop';
/** Follows the name of the button that asks or stops. */
export const ofColumn = (letter: string): string => `column ${letter}`;
export const judgeButton = (again: boolean): string => (again ? 'Judge again' : 'Judge');
/** Follows the name of the button that judges. */
export const answerOfJudge = (letter: string): string => `the answer of column ${letter}`;
export const openAloneButton = 'To the playground';
export const openAloneHint = 'Puts this answer and its verdict into the answer panel';
export const answerOfColumn = (letter: string): string => `Answer of column ${letter}`;
export const unknownModelBefore = 'This problem, or this device, does not have';
export const unknownModelAfter = ': choose another model.';
export const noEndpoint = 'No endpoint is set up yet.';
export const connectionButton = 'Connection…';
export const modelNotReady = 'This model is not ready on this machine.';
export const modelFailed = (trouble: string): string =>
  `The model could not be opened: ${trouble}. Ask again, or choose another one.`;
export const openingModel = 'Opening the model…';
export const noAnswer = 'Its answer streams in here.';
export const askedOtherwise = 'It was asked with other settings than these: see “How it was asked”.';

// ColumnVerdict.svelte
export const judging = (passedTests: number): string => `Judging… ${passedTests} passed`;
export const answering = 'Answering…';
export const waiting = 'Waiting for the first token…';
export const notAskable = 'Could not be asked';
export const failed = 'Failed';
export const notJudged = 'Not judged';
export const notHere = 'Not here';
export const notAsked = 'Not asked yet';
export const judgingStopped = 'Judging stopped';

// ColumnSettings.svelte
export const settings = 'Settings';
export const noOwnSettings = 'as for all';
export const recordedHasNone = 'A recorded answer is replayed: nothing is sent, and no setting matters.';
export const settingsOfColumn = (letter: string): string => `Settings of column ${letter}`;
/** The text that a user types for no seed and for no limit. */
export const noneValue = 'none';
export const commonPrompt = (label: string): string => `same as all (${label})`;
export const emptyFields = 'An empty field has the value for all columns.';
export const samplesField = 'Samples of this model, one seed each:';
export const samplesButton = (count: number): string =>
  `Fill the columns with ${count} samples of this model`;

/** Lists the settings of one column that differ from the common ones: "temperature 0.2", "seed 7". */
export function ownSettings(
  spec: Partial<SamplingParameters> & { readonly prompt?: string },
  promptLabel: string,
): readonly string[] {
  const { temperature, topP, seed, maxTokens, prompt } = spec;
  return [
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(topP === undefined ? [] : [`top-p ${topP}`]),
    ...(seed === undefined ? [] : [seedText(seed)]),
    ...(maxTokens === undefined ? [] : [limitText(maxTokens)]),
    ...(prompt === undefined ? [] : [`prompt ${promptLabel}`]),
  ];
}

// ModelChoiceSelect.svelte
export const pickNotHere = (pick: string): string => `${pick} (not here)`;
export const otherModels = 'Others';
export const moreModels = 'More models on this device…';
export const onServer = (connected: boolean): string =>
  connected ? 'Another model of the server…' : 'Connect to a server…';

// PromptChoice.svelte
export const promptField = 'Prompt';
export const promptNotHere = (name: string): string => `${name} (not on this device)`;

function seedText(seed: number | null): string {
  return seed === null ? 'no seed' : `seed ${seed}`;
}

function limitText(maxTokens: number | null): string {
  return maxTokens === null ? 'no token limit' : `${counted(maxTokens, 'token')} at most`;
}
