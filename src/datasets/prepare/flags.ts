/**
 * Reasons why the tests of a problem may not determine whether an answer is correct. They are detected without
 * running a program.
 */
import type { Problem } from '../../domain/problem.ts';

export const FLAGS = [
  'contradictory-tests',
  'empty-outputs',
  'interactive',
  'several-answers',
  'wrong-tests',
] as const;
export type Flag = (typeof FLAGS)[number];

/** Descriptions of the flags, which follow "the problem" in a message. */
export const FLAG_WORDS: Readonly<Record<Flag, string>> = {
  'contradictory-tests': 'has two tests with the same input and different outputs',
  'empty-outputs': 'expects no output at all of every test',
  interactive: 'is interactive: the program talks with a judge',
  'several-answers': 'accepts several answers, and has no checker',
  'wrong-tests': 'is known to have wrong tests',
};

const INTERACTIVE_PHRASES = [
  /\bthis is an interactive (problem|task)\b/i,
  /\binteractive (problem|task)s?\b/i,
  /\bflush(ing)? (the )?(standard )?(output|stdout)\b/i,
  /\bafter (printing|each) [^.]{0,60}\bflush\b/i,
];
const SEVERAL_PHRASES = [
  /\b(print|output|return|find|report) any( one)?( of| (valid|correct|possible|such|solution|answer|suitable))/i,
  /\bany (valid|correct|possible) (answer|solution|output)s? (is|are|will be) accepted\b/i,
  /\bif there (are|is) (multiple|several|more than one)\b[^.]{0,120}\b(any|arbitrary)\b/i,
  /\b(multiple|several) (correct |valid |possible )?(answers|solutions|outputs) are (accepted|allowed|possible)\b/i,
  /\b(return|print|output|report)\b[^.]{0,80}\bin any order\b/i,
];

export function flagsOf(problem: Pick<Problem, 'mode' | 'prompt' | 'checker' | 'tests'>): readonly Flag[] {
  const flags: Flag[] = [];
  if (problem.mode !== 'assert') {
    if (hasContradiction(problem.tests, problem.checker)) flags.push('contradictory-tests');
    if (problem.mode === 'stdin' && problem.tests.every(({ output }) => output.trim() === ''))
      flags.push('empty-outputs');
  }
  if (INTERACTIVE_PHRASES.some((pattern) => pattern.test(problem.prompt))) flags.push('interactive');
  if (problem.checker === null && SEVERAL_PHRASES.some((pattern) => pattern.test(problem.prompt)))
    flags.push('several-answers');
  return flags;
}

/** Whether two tests have the same input and different outputs. Trailing space is ignored, as in every comparison. */
function hasContradiction(tests: Problem['tests'], checker: Problem['checker']): boolean {
  if (checker !== null) return false;
  const outputs = new Map<string, string>();
  return tests.some(({ input, output }) => {
    const earlierOutput = outputs.get(input);
    outputs.set(input, output.trimEnd());
    return earlierOutput !== undefined && earlierOutput !== output.trimEnd();
  });
}

export const FLAG_BITS: Readonly<Record<Flag, number>> = {
  'contradictory-tests': 1,
  'empty-outputs': 2,
  interactive: 4,
  'several-answers': 8,
  'wrong-tests': 16,
};
export const NO_FLAG = 32;
