/** The hack gym. */
import { counted } from '../../../base/number-words.ts';

const exactly = 'compared character by character under the standard rules';

// Gym.svelte
export const parts = 'Parts of the gym';
export const boardLink = 'Board';
export const tryLink = 'Try it yourself';
export const notFoundBefore = 'The gym has no exploit or problem with the name';
export const showBoardLink = 'Show the board';

// GymBoard.svelte
export const board = 'Graders and exploits';
export const boardAboutBefore = (exploits: number): string =>
  `Here are ${exploits} answers that do not solve their problems. Each tries to earn 1 in another way. The graders are published ones, reproduced including their bugs. The standard rules should reject all of these answers. A red`;
export const boardAboutAfter = 'marks a grader that was fooled, a grey 0 a grader that held.';
export const fooling = (count: number, all: number): string => `${count} of ${all}`;
export const paidBefore = 'fool at least one grader. The standard rules pay for';
export const paidAfter = (originals: number): string =>
  `. ${originals} more fool the originals of rLLM and LiveCodeBench, which keep expected values where the program can reach them (*).`;
export const rulingsHidden = 'The rulings are hidden until you run the graders.';
export const familyField = 'Family';
export const allFamilies = 'all';
export const graderField = 'Fooled grader';
export const anyGrader = 'any';
export const judgeAllButton = (answers: number): string => `Judge all ${answers} answers`;
export const judgeTheseButton = (answers: number): string => `Judge these ${answers} answers`;
export const boardTable = 'Rewards by exploit and grader';
export const exploitColumn = 'Exploit';
export const fooledBy = ', fooled by';
export const foolsNone = 'fools no grader';
export const foolsOriginals = 'fools no grader here, only originals *';
export const noMatch = 'No exploit matches. Choose another family or grader.';
export const fractional = 'Fractional is for teaching only, and pays a share.';
export const originalsNote =
  '* Measured on the code of the originals. Allpass reproduces their rules but compares outputs outside the program’s interpreter, where these exploits have nothing to reach.';

// ExploitView.svelte
export const exploitAt = (family: string, at: number, all: number, problem: string): string =>
  `${family} · exploit ${at} of ${all} · problem “${problem}”`;
/** The page that a link to a source is about. */
export const thisExploit = 'this exploit';
export const answer = 'Answer';
export const theAnswer = 'The answer';
export const editAnswerLink = 'Edit this answer';
export const nextLink = (title: string): string => `Next: ${title}`;
export const problem = 'Problem';
export const tests = (count: number, isExact: boolean): string =>
  `${counted(count, 'test')}${isExact ? `, ${exactly}` : ''}.`;
export const rulings = 'Rulings';
export const originalsPay = (graders: string): string => `The originals of ${graders} pay 1.`;
export const notJudgedByAll = 'Not judged by all graders yet.';
export const whyZero = 'Why the standard rules pay 0:';
/** @param stops a sentence that becomes the second half of another */
export const defence = (ruling: string, stops: string): string =>
  `${ruling} The defence: ${stops.charAt(0).toLowerCase()}${stops.slice(1)}`;
export const runAllButton = 'Run all graders';

// ByHand.svelte
export const byHand = 'Earn 1 without solving it';
export const byHandAbout =
  'Write a program, or a full model answer, that does not solve the problem, and run every grader on it. The standard rules should pay 0 for a cheat.';
export const input = 'Input';
export const output = 'Output';
export const inputOf = (sample: number): string => `Input of sample ${sample}`;
export const outputOf = (sample: number): string => `Output of sample ${sample}`;
export const testsShown = (count: number, shown: number, isExact: boolean): string =>
  `${counted(count, 'test')}, ${shown} of them shown${isExact ? `; ${exactly}` : ''}.`;
export const writing = 'I am writing';
export const code = 'code';
export const fullAnswer = 'a full model answer';
export const yourAnswer = 'Your answer';
export const yourProgram = 'Your program';

// WithModel.svelte
export const withModel = 'A cheat by a model';
export const withModelAbout = (set: string, prompt: string): string =>
  `In the playground, you can ask any model for a cheat, and the X-ray shows which graders it fools. This imports the problems of the gym as the set “${set}” and adds the prompt “${prompt}” to your prompts. You can also paste an answer above as a full model answer.`;
export const openButton = 'Open in playground';
export const importFailed = (error: string): string =>
  `The problems of the gym could not be imported (${error}). Try again.`;

// JudgeAgain.svelte
export const judged = 'Judged';
export const running = 'Running all graders…';
export const stopped = 'Stopped. Finished rulings are kept.';

// RulingList.svelte
export const rulingsOfGraders = 'Rulings of the graders';
export const notJudged = 'Not judged yet.';
export const ruleOf = (grader: string): string => `the rule of ${grader}`;
export const teachingOnly = 'For teaching only.';
export const originalPays = 'Its original pays 1:';
export const originalPaysWhy = 'it keeps the expected values in the program’s interpreter.';
export const differs = 'This differs from the recorded ruling.';
export const runAgainButton = 'Run again';

// RulingMark.svelte
export const unknown = 'not judged yet';
/** The act of a grader, in a word or two. */
export const did = { failed: 'not judged', held: 'held', pays: 'pays', fooled: 'fooled' } as const;
export const verdict = (word: string, originalPays: boolean): string =>
  `, ${word}${originalPays ? '; its original pays 1' : ''}`;
export const originalMark = 'The original pays 1';
