/** The page that compares several answers to one problem. */

// AddAnswers.svelte
export const answersField = 'Answers';
export const hintBefore = 'Paste one answer; several answers with a line of';
export const hintBeforeRows = 'between them; rows of a';
export const hintBeforeChoices = '; or a server response with its';
export const hintBeforeLogprobs = 'and';
export const hintAfter = '. You can also drop a file here.';
export const addButton = 'Add to the group';
export const chooseFileButton = 'Choose a file…';
export const fileField = 'A file with answers';
export const fileTooLarge = (file: string, megabytes: number): string =>
  `${file} has more than ${megabytes} MB: leave the rows of one problem in it.`;

// GroupPlace.svelte
export const about =
  'Compare several answers of one model to one problem, as GRPO does. The judge of this page grades them with the grader that you choose. Each library then computes its own advantages. The lab shows its groups in the same table.';
export const problemField = 'Problem';
export const graderField = 'Grader';
export const ownGrader = (name: string): string => `Your own: ${name}`;
export const unknownProblem = (id: string, open: string): string =>
  `No problem has the id “${id}”, so “${open}” stays open. Drop its set on the page, or choose a problem from the list.`;
export const unknownGrader = (name: string): string =>
  `The address names the unknown grader “${name}”, so the standard grader is used. Choose another one above, or correct the address.`;
export const loadingProblems = 'Loading the list of problems…';
export const problemNotStored = (id: string): string =>
  `The problem “${id}” is not stored here. Drop its set on the page, or choose another one above.`;
export const statementLink = 'statement and tests';
export const addExamplesButton = (count: number): string => `Add ${count} example answers`;
export const recordedAnswer = (kind: string): string => `recorded: ${kind}`;
export const answers = 'Answers in the group';
export const removeAnswer = (number: number): string => `Remove #${number}`;
export const removeAllButton = 'Remove all';
export const judgeButton = (count: number): string => (count === 1 ? 'Judge it' : `Judge all ${count}`);
export const noAnswers = 'No answers yet. A group of a training run has 8 or 16.';
export const rightOf = 'of';
export const earnOne = (unjudged: number): string =>
  unjudged === 0 ? 'earn 1.' : `earn 1; ${unjudged} could not be judged, and count for nothing.`;
/** The sentence before and after the number of groups. */
export const teaching =
  'If that is how often this model solves the problem, {} of 100 such groups teach something.'.split('{}');

// judged-group.ts
export const cutOffJudged = (verdict: string): string => `cut off, judged: ${verdict}`;
