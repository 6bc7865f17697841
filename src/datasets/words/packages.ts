/** Half sentences about problem packages, behind the name of the file or of its field. */

// problem-package.ts
export const addsFiles = (): string => 'adds files of its own to each program, which is not done here';
export const judgesProgramText = (): string =>
  'judges the text of programs, and here only what they print counts';
export const hasNoTestFiles = (): string => 'has no test: no *.in beside an *.ans of its name';
export const hasNoAnswerFile = (): string => 'has no answer: its .ans is missing';
export const testsTooLarge = (mebibytes: number): string =>
  `has more than ${mebibytes} MiB of tests: take the largest ones out`;
export const hasNoStatement = (): string =>
  'has no statement in Markdown or LaTeX; others (.pdf) are not read here';
export const latexRewritten = (): string =>
  'is LaTeX: the usual commands are written as Markdown, others stay as they are';

// package-checker.ts
export const moreThanInput = (): string =>
  'gives programs arguments or files, and here they read standard input only';
export const hasOwnValidator = (): string =>
  'has a validator of its own for outputs, which is not run here: several outputs may be right';
export const comparesInSeveralWays = (): string =>
  'compares outputs of some tests in another way than those of others';
export const flagWithoutNumber = (flag: string): string => `${flag} is without its number`;
export const unknownFlag = (flag: string): string => `"${flag}" is none of the default validator's`;
export const exactSpaceOnly = (): string => 'compares white space exactly, and numbers or letters not';

// package-facts.ts
export const isNoYaml = (): string => 'is not YAML that can be read';
export const hasNoFields = (): string => 'has no fields';
export const runsSeveralTimes = (): string =>
  'runs programs several times, each on what came of the last: that is not done here';
export const takesAnswers = (): string => 'takes answers, not programs';
export const givesPoints = (): string =>
  'gives points for parts, where a reward here is for all tests or none';
