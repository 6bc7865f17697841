/** Texts of the playground's frame: its panes, the names of its dialogs, and the place of the statement. */

export const pageName = 'Playground';

/** The titles of the dialogs, by their names in the address. */
export const dialogTitles = {
  problems: 'Problems',
  endpoint: 'Connection',
  sampling: 'Sampling',
  rules: 'Custom rules',
  prompt: 'Compose a prompt',
  paste: 'Paste an answer',
  models: 'Models on this device',
  xray: 'X-ray',
  compare: 'Side by side',
  history: 'History',
} as const;

// PlaygroundPage.svelte
export const statementPane = 'Statement';
export const answerPane = 'Answer';
export const programPane = 'Program';
export const verdictPane = 'Verdict';
export const paneTabs = 'Panes';
export const workTabs = 'Answer or program';
export const listWidth = 'Width of the list';
export const workWidth = 'Width of answer and program';
export const verdictHeight = 'Height of the verdict';

// ModelsDialog.svelte and EndpointDialog.svelte
export const connectButton = 'Connect to a server…';
export const doneButton = 'Done';

// StatementPane.svelte
export const loadingProblem = 'Loading the problem…';
