/** Half sentences about tests in a row, behind the name of the field. */
import { jsonFaultText, type JsonFault } from '../../base/lossless-json.ts';

const NOT_HELD = 'no test of a call can hold';
const STAND_INS = { tuple: 'a tuple', set: 'a set', dict: 'a dict with keys that are no texts' };

export const hasNoTests = (): string => 'is empty: the row has no tests';
export const isUnreadableText = (fault: JsonFault): string =>
  `is neither JSON nor a literal of Python: ${jsonFaultText(fault)}`;
export const isUnreadableValue = (): string => 'is neither JSON nor a literal of Python';
/** @param argument counted from 1 */
export const isUnreadableArgument = (argument: number): string =>
  `argument ${argument} is neither JSON nor a literal of Python`;
export const areNoArguments = (): string => 'is neither a list of arguments nor one value a line';

export const unequalLists = (inputs: number, outputs: number): string =>
  `has ${inputs} inputs and ${outputs} outputs`;
export const unequalListsCut = (inputs: number, outputs: number, kept: number): string =>
  `${inputs} inputs and ${outputs} outputs: the first ${kept} of both are kept`;
export const valuesUnwrapped = (): string => 'each value stood in a list of one, and was taken out of it';
export const shownValuesTaken = (): string =>
  'is the text of a value as Python shows it, and so are all others: the values are taken';

export const hasNumberKeys = (): string => `has numbers as keys by the rules of this set, which ${NOT_HELD}`;
export const holdsStandIn = (kind: keyof typeof STAND_INS): string =>
  `holds ${STAND_INS[kind]}, which ${NOT_HELD}`;
export const isShownStandIn = (): string =>
  `is the text of a set, of a tuple in a value or of a dict with keys that are no texts: ${NOT_HELD} it`;

export const isStdinAmongCalls = (): string => 'is a test by stdin among calls of a function';
export const namesSeveralFunctions = (): string => 'names more than one function';
export const namesNoFunction = (): string => 'is missing: which function is to be called?';

export const areAllCutOff = (): string => 'are all cut off with “...”: no program can pass them';
export const someCutOff = (cutOff: number, tests: number): string =>
  `${cutOff} of ${tests} ${cutOff === 1 ? 'is' : 'are'} cut off with “...” and left out`;

export const isNoPacking = (): string => 'is neither JSON nor base64';
export const cannotBeUnpacked = (mostBytes: number): string =>
  `cannot be unpacked: it is damaged, or holds more than ${mostBytes >> 20} MiB`;
export const isOtherPickle = (): string =>
  'is a pickle of something other than text, which could run code: it is not opened';

export const holdsNoTests = (): string =>
  'holds no tests: there are "inputs" and "outputs", a list of {"input", "output"}, or a row of problems.jsonl';

// check.ts
const HARMLESS = {
  nothing: 'asserts nothing in what is run',
  holds: 'asserts only what always holds, such as a tuple or a text',
  caught: 'catches its own assertions',
};
/** @param end what becomes of its assertions */
export const checkCannotFail = (end: keyof typeof HARMLESS): string =>
  `${HARMLESS[end]}, so that every program would pass: write assertions on what the program returns`;
export const checkWithoutProgram = (): string =>
  'uses nothing of the program, so that it decides the same for all of them: call the function in its assertions';
/** @param called the function that the check calls instead; null where it is not known */
export const checksAnother = (functionName: string, called: string | null): string =>
  `never uses ${functionName}, the function of this problem${called === null ? '' : `, and calls ${called}`}: one of the names is wrong`;
export const checkIsNotCalled = (name: string): string =>
  `defines ${name} and does not call it, and the problem names no function: name it in "fn_name" (--map function=COLUMN), or add the call`;
export const checkIsCompleted = (): string => 'defines tests and calls none of them: their calls are added';
export const checkHasAsyncTest = (name: string): string =>
  `has a test that is a coroutine (${name}), which nothing here awaits: call it by asyncio.run`;
export const checkHasMark = (name: string, mark: string): string =>
  `has a test (${name}) with pytest's mark ${mark} in a form that is not run here: write it as plain tests`;
export const checkNeedsFixture = (name: string, parameter: string): string =>
  `has a test (${name}) with a parameter (${parameter}) that a fixture of pytest fills, which is not run here: make the value in the test`;
export const checkNeedsSetUp = (name: string): string =>
  `has ${name}, which only a runner of tests calls: do its work in the tests`;
export const checkNeedsPytest = (part: string): string =>
  `uses pytest.${part}: only approx, fail, mark, param and raises are there`;
