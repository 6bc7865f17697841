import { counted } from '../../../../base/number-words.ts';

/** The wrong programs: a name, and a description of the error in one sentence. */
export const program = {
  sample: { name: 'first sample', says: 'Prints the first sample’s output, whatever is asked.' },
  nothing: { name: 'nothing poured', says: 'Prints the levels as they were.' },
  right: {
    name: 'ties from the right',
    says: 'Gives the buckets that are left over to the rightmost barrels.',
  },
  rest: {
    name: 'rest forgotten',
    says: 'Levels the barrels, and forgets the buckets that are left over.',
  },
  old: { name: 'ties by old level', says: 'Gives the rest to the barrels that were lowest before.' },
  hundred: {
    name: 'a hundred buckets',
    says: 'Pours one bucket after the other, and stops after a hundred.',
  },
  single: { name: 'single precision', says: 'Computes with whole numbers of 32 bits.' },
  thousand: { name: 'levels below a thousand', says: 'Takes the level for at most a thousand.' },
} as const;

export const programsBefore = 'Eight wrong programs';
export const programsAfter = '; open one to read it';
export const programOf = (name: string): string => `The program: ${name}`;
export const judgeButton = 'Judge all eight programs';
export const keptBefore = 'Tests kept:';
export const keptAfter = (all: number): string => `of ${all}`;
export const shuffleButton = 'Shuffle the tests';
export const restoreButton = 'Restore the order';
/** The sentence before and after the number of programs that pass. */
export const passing = (kept: number, programs: number): readonly string[] =>
  `With ${counted(kept, 'test')}, {} of the ${programs} wrong programs earn 1.`.split('{}');
export const judged = (count: number, all: number): string => `${count} of the ${all} programs are judged.`;
export const judgeFirst = 'Judge the programs first.';
export const chartTitle = 'Wrong programs that earn 1, by the number of tests kept';
export const chartText = (first: number, kept: number, passing: number, all: number, last: number): string =>
  `With 1 test ${first} earn 1, with ${kept} ${passing}, with all ${all} ${last}.`;
export const wrongPrograms = 'wrong programs';
export const keptAxis = 'tests kept';
export const programsAxis = 'programs';
export const passes = (passed: number, all: number): string => `passes ${passed} of ${all}`;
export const noFailure = 'No kept test fails.';
export const firstFailure = (place: number): string => `The first failure is kept test ${place}.`;
export const cell = (test: number, failed: boolean): string =>
  `Test ${test}: ${failed ? 'failed' : 'passed'}`;
export const legend =
  'A filled square is a passed test, a cross a failed one. Pale squares are removed tests.';
