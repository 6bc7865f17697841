/** Reads tests in the two forms of data sets: a list of cases, or a list of inputs and a list of outputs. */
import { isLosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Fields, Misfit, expectedText } from './fields.ts';
import type { ProblemRow, RowTest } from './problem-row.ts';
import { argumentsByLine, spelledArguments, spelledValue, streamText } from './call-values.ts';
import { LOSSES, type Reading } from './reading.ts';
import { standsFor } from '../../base/python-literal.ts';
import { areShown, isShownValue, returnsText, shownValue } from './shown-values.ts';
import { fitsReturn, signatureOf, type Signature } from './signature.ts';
import { structuredList } from './structured.ts';

/** The fields of a problem that are read from its tests. */
export type TestsOf = Required<Pick<ProblemRow, 'mode' | 'functionName' | 'tests'>>;

export interface Context {
  /** Python sources that may contain the declaration of the function: starter code and solutions. */
  readonly sources: readonly string[];
  readonly reading: Reading;
}

/** Maximum number of tests of a problem that rLLM used in 2025. */
const FEW_CALLS = 15;

/**
 * Reads `{"inputs": […], "outputs": […], "fn_name"?}`, the form of APPS, of TACO, and of DeepCoder's rows from
 * these sets.
 * @throws Misfit
 */
export function testsOfLists(value: LosslessValue, path: string, context: Context): TestsOf {
  const fields = new Fields(value, path);
  const [inputs, outputs] = [structuredList(fields, 'inputs'), structuredList(fields, 'outputs')];
  const count = Math.min(inputs.length, outputs.length);
  if (inputs.length !== outputs.length) {
    context.reading.reportRepair(
      path,
      `${inputs.length} inputs and ${outputs.length} outputs: the first ${count} of both are kept`,
    );
    context.reading.reportLoss(LOSSES.padded);
  }
  const functionName = fields.textOr('fn_name', '') || null;
  if (functionName === null) {
    const tests = inputs.slice(0, count).map((input, index) => ({
      input: streamText(input, `${path}.inputs[${index}]`),
      output: streamText(outputs[index]!, `${path}.outputs[${index}]`),
    }));
    return { mode: 'stdin', functionName, tests };
  }
  const signature = signatureOf(context.sources, functionName);
  const values = unwrappedOutputs(outputs.slice(0, count), signature);
  if (values.isWrapped) {
    context.reading.reportRepair(
      `${path}.outputs`,
      'each value stood in a list of one, and was taken out of it',
    );
  } else if (outputs.some((output) => Array.isArray(output) && output.length > 1)) {
    context.reading.reportLoss(LOSSES.firstElement);
  }
  const tests = values.outputs.map((output, index) => {
    const input = spelledArguments(inputs[index]!, `${path}.inputs[${index}]`, signature);
    refuseNumberKeys(input[0], `${path}.inputs[${index}]`);
    refuseNumberKeys(output, `${path}.outputs[${index}]`);
    return { input, output };
  });
  return callTests(functionName, tests, `${path}.inputs`, context.reading);
}

/**
 * Unwraps outputs if each of them is a list of one element. They stay lists if the declared return type requires
 * a list.
 */
function unwrappedOutputs(
  outputs: readonly LosslessValue[],
  signature: Signature | null,
): { readonly outputs: readonly LosslessValue[]; readonly isWrapped: boolean } {
  const elements = outputs.flatMap((output) =>
    Array.isArray(output) && output.length === 1 ? [(output as readonly LosslessValue[])[0]!] : [],
  );
  if (outputs.length === 0 || elements.length !== outputs.length) return { outputs, isWrapped: false };
  const isMeant =
    outputs.every((output) => fitsReturn(signature, output) === true) &&
    !elements.every((output) => fitsReturn(signature, output) === true);
  return isMeant ? { outputs, isWrapped: false } : { outputs: elements, isWrapped: true };
}

/** Rejects objects whose keys are numbers. APPS and TACO convert these keys to numbers before the call. */
function refuseNumberKeys(value: LosslessValue | undefined, path: string): void {
  if (!isLosslessObject(value) || value.size === 0) return;
  if (![...value.keys()].every((key) => /^-?\d+$/.test(key))) return;
  throw new Misfit(path, 'has numbers as keys by the rules of this set, which no test of a call can hold');
}

const STAND_INS = { tuple: 'a tuple', set: 'a set', dict: 'a dict with keys that are no texts' };

/**
 * Rejects values that JSON cannot represent. A value that is a tuple is compared as a list. A tuple inside a
 * value is never equal to a list, and neither is a set.
 */
function refuseStandIns(value: LosslessValue, path: string, isWhole = false): void {
  const kind = standsFor(value);
  if (kind !== null && !(isWhole && kind === 'tuple'))
    throw new Misfit(path, `holds ${STAND_INS[kind]}, which no test of a call can hold`);
  if (Array.isArray(value)) for (const item of value as readonly LosslessValue[]) refuseStandIns(item, path);
  else if (isLosslessObject(value)) for (const item of value.values()) refuseStandIns(item, path);
}

const FUNCTIONAL_TYPES = new Set(['functional', 'function_call']);

/**
 * Reads `[{"input", "output", "testtype" | "type"?, "fn_name"?, "metadata"?}]`.
 * @throws Misfit
 */
export function testsOfCases(
  cases: readonly LosslessValue[],
  path: string,
  givenName: string | null,
  context: Context,
): TestsOf {
  const caseFields = cases.map((each, index) => new Fields(each, `${path}[${index}]`));
  const kinds = caseFields.map((each) => each.textOr('testtype', '') || each.textOr('type', ''));
  const isCall = caseFields.map((each, index) =>
    kinds[index] === '' ? each.has('fn_name') || givenName !== null : FUNCTIONAL_TYPES.has(kinds[index]!),
  );
  if (!isCall.includes(true)) {
    const tests = caseFields.map((each) => ({
      input: streamText(each.value('input'), each.pathOf('input')),
      output: streamText(outputOf(each), each.pathOf('output')),
    }));
    return { mode: 'stdin', functionName: null, tests };
  }
  const strayIndex = isCall.indexOf(false);
  if (strayIndex !== -1)
    throw new Misfit(`${path}[${strayIndex}]`, 'is a test by stdin among calls of a function');
  const names = new Set(caseFields.map((each) => nameIn(each) ?? givenName));
  const [functionName] = names;
  if (names.size > 1) throw new Misfit(path, 'names more than one function');
  if (!functionName) throw new Misfit(`${path}[0].fn_name`, 'is missing: which function is to be called?');
  const signature = signatureOf(context.sources, functionName);
  const isByLine = (index: number): boolean =>
    kinds[index] === 'functional' || (kinds[index] === '' && givenName !== null);
  const valueTests = caseFields
    .map((each, index) => ({ input: each.value('input'), output: outputOf(each), isByLine: isByLine(index) }))
    .filter(({ input, isByLine }) => !isByLine && typeof input !== 'string');
  const isShown = areShown(valueTests, functionName, signature, context.sources);
  const tests = caseFields.map((each, index) =>
    isByLine(index) ? testByLine(each, context.reading) : spelledTest(each, signature, isShown),
  );
  if (isShown) {
    context.reading.reportRepair(
      `${path}[0].output`,
      'is the text of a value as Python shows it, and so are all others: the values are taken',
    );
  }
  return callTests(functionName, tests, path, context.reading);
}

/** @param path path of the list of tests; a fault also contains the index of the test */
function callTests(functionName: string, tests: readonly RowTest[], path: string, reading: Reading): TestsOf {
  for (const [index, { input, output }] of tests.entries()) {
    for (const each of input as readonly LosslessValue[]) refuseStandIns(each, `${path}[${index}]`);
    refuseStandIns(output, `${path}[${index}]`, true);
  }
  if (tests.length > FEW_CALLS) reading.reportLoss(LOSSES.manyCalls);
  return { mode: 'call', functionName, tests };
}

function nameIn(caseFields: Fields): string | null {
  const name = caseFields.textOr('fn_name', '');
  if (name !== '' || !caseFields.has('metadata')) return name || null;
  return (
    new Fields(caseFields.value('metadata'), caseFields.pathOf('metadata')).textOr('func_name', '') || null
  );
}

function outputOf(caseFields: Fields): LosslessValue {
  return caseFields.has('output') || !caseFields.has('expected_output')
    ? caseFields.value('output')
    : caseFields.value('expected_output');
}

/** Reads a test of LiveCodeBench. */
function testByLine(caseFields: Fields, reading: Reading): RowTest {
  const [input, output] = [caseFields.value('input'), outputOf(caseFields)];
  if (typeof input !== 'string' && !Array.isArray(input))
    throw new Misfit(caseFields.pathOf('input'), expectedText('text or a list of arguments', input));
  if (typeof input === 'string' && (input === '' || input.endsWith('\n'))) {
    reading.reportLoss(LOSSES.emptyLine);
  }
  const outputLiteral = typeof output === 'string' ? spelledValue(output.trim()) : { value: output };
  if (outputLiteral === null)
    throw new Misfit(caseFields.pathOf('output'), 'is neither JSON nor a literal of Python');
  return {
    input:
      typeof input === 'string'
        ? argumentsByLine(input, caseFields.pathOf('input'))
        : (input as readonly LosslessValue[]),
    output: outputLiteral.value,
  };
}

/**
 * Reads a test. If the arguments are written as a string, the expected value is as well. The expected string of a
 * function that returns a string may have no quotes.
 * @param isShown whether the expected values are printed although the arguments are not written as strings
 */
function spelledTest(caseFields: Fields, signature: Signature | null, isShown: boolean): RowTest {
  const [rawInput, output] = [caseFields.value('input'), outputOf(caseFields)];
  const input = spelledArguments(rawInput, caseFields.pathOf('input'), signature);
  if (typeof output !== 'string') return { input, output };
  if (typeof rawInput !== 'string') {
    return { input, output: isShown ? shownValue(output, caseFields.pathOf('output')) : output };
  }
  const outputValue = spelledValue(output.trim());
  if (outputValue === null) {
    const isText = returnsText(signature) || !isShownValue(output);
    return { input, output: isText ? output : shownValue(output, caseFields.pathOf('output')) };
  }
  const isText = returnsText(signature) && typeof outputValue.value !== 'string';
  return { input, output: isText ? output : outputValue.value };
}
