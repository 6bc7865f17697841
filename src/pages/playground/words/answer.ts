/** Texts of the answer panel and the choice of a model. */

// AnswerPanel.svelte
export const answerRegion = 'Answer';
export const noAnswer = (recorded: boolean): string =>
  recorded
    ? 'The example is an answer that was recorded earlier. It appears here, and its last Python block runs on all tests.'
    : 'Ask a model to solve this problem. Its answer appears here, and its last Python block runs on all tests.';

// ModelBar.svelte
export const introduction =
  'A language model writes a program, and Allpass runs it on hidden tests in your browser: the reward is 1 if every test passes, and 0 otherwise.';
export const modelField = 'Model';
export const onDevice = (hasModels: boolean): string =>
  hasModels ? 'More models…' : 'Set up a model on this device…';
export const onServer = (connected: boolean): string =>
  connected ? 'Another model of the server…' : 'Connect to a server…';
export const otherTools = 'Other tools';
export const stopButton = 'Stop';
export const playExample = (first: boolean): string =>
  first ? 'Watch an answer get graded' : 'Play the example';
export const ownProgramButton = 'Write your own program';
export const lessonsLink = 'Start the lessons';
export const setUpButton = 'Set up a model…';
export const compareTool = { name: 'Compare…', hint: 'Compare models side by side' };
export const samplingTool = {
  name: 'Sampling…',
  hint: 'Temperature, top-p, seed and tokens, for every model',
};
export const connectionTool = { name: 'Connection…', hint: 'Address, key and model of a server' };
