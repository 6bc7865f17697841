/** Half sentences about rows of a known format, behind the name of the field. */
import { jsonFaultText, type JsonFault } from '../../base/lossless-json.ts';
import { VALUE_KINDS, type ValueKind } from './value-kinds.ts';

const fieldList = (names: readonly string[], isCut: boolean): string =>
  `(fields: ${names.join(', ')}${isCut ? ', …' : ''})`;

// formats.ts: behind the name of the file
/** @param isCut whether the row has more fields */
export const rowsLikeAnswers = (names: readonly string[], isCut: boolean): string =>
  `its rows look like answers, not problems ${fieldList(names, isCut)}`;
export const rowsOfNoFormat = (names: readonly string[], isCut: boolean): string =>
  `its rows are those of no known format ${fieldList(names, isCut)}`;

export const rowsByColumns = (): string =>
  'holds columns, not rows, as pandas writes them: write it by to_json(orient="records", lines=True)';

// Several formats
export const isInteractive = (): string => 'is interactive: no fixed tests can judge it';

// check-source.ts
export const noFunctionChecked = (): string => 'does not say which function is checked';
export const needsListOrTreeNode = (): string =>
  'needs LeetCode’s classes ListNode or TreeNode, which programs are not given here';
export const noFunctionName = (): string => 'is no name of a function';

// code-contests.ts
export const namesFile = (): string => 'names a file: only standard input and output are judged here';

// common-oj.ts
export const expectedStreamTests = (): string =>
  'expected a list of tests with input.stdin and output.stdout';

// deepcoder.ts
export const expectedListOrObject = (kind: ValueKind): string =>
  `expected a list or an object, found ${VALUE_KINDS[kind]}`;

// evalplus-check.ts
export const assertionAdded = (): string =>
  'compares and asserts nothing, so that any result passes: the assertion is added';
export const rootSwapped = (): string =>
  'gives the polynomial and its root in the wrong order, so that no program can pass: they are swapped';

// humaneval.ts
export const expectedInputs = (): string => 'expected a list of inputs';
/** @param inputs how many; null for a text that is not counted */
export const inputsWithoutResults = (inputs: number | null): string =>
  `${inputs === null ? 'comes' : `${inputs} inputs come`} without results and ${inputs === null ? 'is' : 'are'} left out; the file of the same set on the Hub has both`;

// livecodebench.ts
export const isPackedDict = (): string => 'is a packed dict, not a packed list of tests';
export const unpacksToNoJson = (fault: JsonFault): string =>
  `unpacks to what is not JSON: ${jsonFaultText(fault)}`;

// open-r1-codeforces.ts
export const usesFiles = (): string => 'reads and writes files, not standard input and output';
export const hasOwnChecker = (): string =>
  'has several right answers and a checker of its own, which is not run here yet';
export const longerTestsElsewhere = (): string =>
  'are not all of the contest’s: longer ones lie in the generated tests, other files';

// primeintellect.ts
export const asksForNoProgram = (task: string): string => `is ${task}: it asks for no program`;
export const isNoPython = (language: string): string => `is ${language}: only Python is judged here`;
