/** Titles of the example answers that graders read differently, by their names in addresses. */
export const exampleAnswer = {
  plain: 'One Python block',
  'then-a-call': 'The program, then a test call',
  untagged: 'A block without a tag',
  py: 'A block marked py',
  'output-shown': 'The program, then its output in a block',
  'in-reasoning': 'A wrong draft in the reasoning',
  'not-closed': 'A block that is never closed',
  'a-line-each': 'A right program that prints each number on a line of its own',
} as const;

// ExampleChoice.svelte
export const answerField = 'Answer';

// GivenAnswer.svelte
export const answerBefore = 'The answer';
export const answerAfter = (title: string): string => `: ${title.toLowerCase()}`;
