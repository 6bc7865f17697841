/** Sentences of the dialog for custom rules. */
import type { Choice } from '../../../judge/profiles/profile.ts';

export const title = 'Custom rules';
export const startLabel = 'Start from';
export const ownRulesOption = 'your own rules';
export const headings: Readonly<Record<Choice, string>> = {
  extract: 'Program extraction',
  select: 'Selected tests',
  execute: 'Execution',
  compare: 'Output comparison',
  score: 'How the reward is computed',
};
export const longestInputs = 'The longest inputs';
export const firstTests = 'The first tests';
export const countLabel = 'How many';
export const newerPython = 'Syntax and names that came after Python 3.11 count too';
export const limitLabel = 'Seconds a test may run';
export const limitDefault = "the problem's own";
export const limitRange = (least: number, most: number): string =>
  `${least} to ${most}; blank leaves it to the problem.`;
export const penaltyLabel = 'Penalty without a program';
export const penaltyDefault = 'none';
export const penaltyRange = '0 to 1; taken off where an answer has no program.';
export const numberFault = 'A number is missing or out of its range.';
export const nameBefore = 'Name';
export const cancelButton = 'Cancel';
export const useButton = 'Use';
