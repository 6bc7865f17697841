/** Sentences of the form for a problem. */
import { counted } from '../../../base/number-words.ts';

// written-problem.ts
export const needTitle = 'Enter a title.';
export const needStatement = 'Enter a statement.';
export const needFunction = 'Enter the name of the function that the tests call.';
export const needTimeLimit = 'Enter the time limit in seconds, such as 6.';
export const needMemoryLimit = 'Enter the memory limit in megabytes, such as 512.';
export const needTest = 'Add a test.';
export const needOneValue = 'Enter one value, such as [1, "two", None].';
export const fieldFault = (field: string, fault: string): string => `${field} ${fault}.`;

// write-state.svelte.ts
export const problemNotRead = (id: string, error: string): string => `${id} could not be read: ${error}`;

// WritePlace.svelte
export const breadcrumbLabel = 'Breadcrumb';
export const problemsLink = 'Problems';
export const title = 'Write a problem';
export const draftDiscarded = 'The draft is discarded.';
export const draftRestored = 'The draft of an earlier visit is restored.';
export const draftStored = 'The draft is stored in this browser.';
export const restoreButton = 'Restore the draft';
export const discardButton = 'Discard the draft';
export const setLabel = 'Set';
export const needSetName = 'Enter the name of a set.';
export const bundledSetName = 'The bundled set cannot be changed. Enter another name.';
export const saveButton = 'Save to the set';
export const exportButton = 'Export problems.jsonl';
export const testsAndId = (tests: number, id: string): string => `${counted(tests, 'test')}, id ${id}`;
export const notSaved = (error: string): string => `The problem was not saved: ${error}.`;

// StatementFields.svelte
export const titleLabel = 'Title';
export const difficultyLabel = 'Difficulty';
export const difficulties = { '': 'Unknown', easy: 'Easy', medium: 'Medium', hard: 'Hard' };
export const timeLimitLabel = 'Time limit (s)';
export const memoryLimitLabel = 'Memory limit (MB)';
export const statementLabel = 'Statement (Markdown, with $formulas$)';
export const previewHeading = 'Preview';
export const previewLabel = 'Preview of the statement';
export const previewEmpty = 'The statement appears here.';

// TestFields.svelte
export const testsLegend = 'Tests';
export const stdinMode = 'A program reads standard input';
export const callMode = 'A function is called';
export const functionLabel = 'Name of the function';
export const inputOf = (mode: 'stdin' | 'call', test: number): string =>
  `${mode === 'call' ? 'Call' : 'Input'} of test ${test}`;
export const expectedOf = (mode: 'stdin' | 'call', test: number): string =>
  `Expected ${mode === 'call' ? 'value' : 'output'} of test ${test}`;
export const publicLabel = 'Public';
export const removeTestButton = (test: number): string => `Remove test ${test}`;
export const returnsBefore = 'The program returns';
export const addTestButton = 'Add a test';

// ProgramField.svelte
export const programHeading = 'Accepted program';
export const takeOutputsButton = 'Use the outputs of the program';
export const needProgram = 'Enter a program that passes all tests. It runs while you type.';
export const problemIncomplete = 'The program runs when the problem is complete.';
export const running = 'Running the program…';
export const passesAll = (tests: number): string => `The program passes ${counted(tests, 'test')}.`;
export const passesSome = (passed: number, tests: number): string =>
  `The program passes ${passed} of ${counted(tests, 'test')}.`;
export const fails = (error: string): string => `The program fails: ${error}`;
