/** Creates a format for rows whose columns were mapped by the user. */
import type { LosslessObject, LosslessValue } from '../../base/lossless-json.ts';
import { Misfit, type Fields } from '../reading/fields.ts';
import { difficultyOf, idIn, type Format } from '../formats/format.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import type { Reading } from '../reading/reading.ts';
import { functionChecked } from '../reading/check.ts';
import { signatureOf } from '../reading/signature.ts';
import { casesIn, structuredValue } from '../reading/structured.ts';
import { testedFunction } from '../reading/tested-function.ts';
import { testsOfCases, testsOfLists, type Context } from '../reading/tests-of.ts';
import type { Mapping } from './mapping.ts';

const MAPPED_NAME = 'mapped';

/** @param mapping a complete mapping, for which `mappingFault` returns null */
export function mappedFormat(mapping: Mapping): Format {
  return {
    name: MAPPED_NAME,
    about: 'columns that were mapped by hand',
    sniff: () => false,
    read: (row, reading) => readRow(row, mapping, reading),
  };
}

function readRow(row: Fields, mapping: Mapping, reading: Reading): ProblemRow {
  const column = (field: keyof Mapping): string | null => {
    const name = mapping[field];
    return name !== undefined && row.has(name) ? name : null;
  };
  const textOf = (field: keyof Mapping): string => {
    const name = column(field);
    return name === null ? '' : row.text(name);
  };
  if (mapping.statement === undefined) throw new Misfit('', 'Say which column has the statement.');
  const prompt = row.text(mapping.statement);
  const starterCode = textOf('starter');
  const context = { sources: [starterCode, prompt], reading };
  const date = textOf('date');
  const id = column('id');
  return {
    ...testsIn(row, mapping, textOf('function') || null, context),
    id: (id === null ? null : idIn(row, id)) ?? `${MAPPED_NAME}/${reading.ordinal}`,
    source: MAPPED_NAME,
    title: textOf('title'),
    difficulty: difficultyOf(textOf('difficulty')),
    prompt,
    starterCode,
    preamble: true,
    meta: date === '' ? {} : { date },
  };
}

type Tested = Pick<ProblemRow, 'mode' | 'functionName' | 'tests' | 'check'>;

function testsIn(row: Fields, mapping: Mapping, functionName: string | null, context: Context): Tested {
  if (mapping.tests === undefined) {
    return testsOfColumns(row, mapping.inputs ?? '', mapping.outputs ?? '', functionName, context);
  }
  const name = mapping.tests;
  const value = row.value(name);
  // The lines are assertions, which are not JSON.
  if (
    typeof value === 'string' &&
    /^\s*(assert\b|def |class |@|import |from |self\.assert)/m.test(value) &&
    !/^\s*[[{]/.test(value)
  )
    return assertTests(value, functionName);
  const tests = structuredValue(row, name);
  if (tests instanceof Map) {
    const testLists = tests as LosslessObject;
    refuseUnequal(testLists.get('inputs'), testLists.get('outputs'), name);
    const listsWithName =
      functionName === null ? testLists : new Map([['fn_name', functionName], ...testLists]);
    return testsOfLists(listsWithName, name, context);
  }
  if (!Array.isArray(tests))
    throw new Misfit(
      name,
      'expected a list of tests, an object with inputs and outputs, or Python with asserts',
    );
  const testList = tests as readonly LosslessValue[];
  const texts = testList.filter((each) => typeof each === 'string');
  if (texts.length > 0 && texts.length === testList.length && !texts.every((text) => /^\s*\{/.test(text)))
    return assertTests(texts.join('\n'), functionName);
  return testsOfCases(casesIn(testList, name), name, functionName, context);
}

function assertTests(check: string, functionName: string | null): Tested {
  // A function that the check defines itself is not a function of the program.
  const isPlain = !/^\s*(?:async\s+)?(?:def|class)\b/m.test(check);
  const testedName =
    functionName ?? functionChecked(check) ?? (isPlain ? testedFunction(check, '', '') : null);
  return { mode: 'assert', functionName: testedName, check: `${check}\n` };
}

/** Reads tests from two columns. The columns contain a list each, or the input and the output of one test. */
function testsOfColumns(
  row: Fields,
  inputName: string,
  outputName: string,
  functionName: string | null,
  context: Context,
): Tested {
  const [input, output] = [row.value(inputName), row.value(outputName)];
  const inputs = listIn(row, inputName);
  const outputs = listIn(row, outputName);
  const isListed = Array.isArray(input) || Array.isArray(output);
  if (isListed || isSeveral(inputs, outputs, functionName, context)) {
    const pairedLists = [inputs ?? [input], outputs ?? [output]] as const;
    refuseUnequal(...pairedLists, inputName);
    const listFields = new Map<string, LosslessValue>([
      ['inputs', pairedLists[0]],
      ['outputs', pairedLists[1]],
    ]);
    if (functionName !== null) listFields.set('fn_name', functionName);
    return testsOfLists(listFields, inputName, context);
  }
  const singleTest = new Map<string, LosslessValue>([
    ['input', input],
    ['output', output],
    ['testtype', functionName === null ? 'stdin' : 'function_call'],
  ]);
  return testsOfCases([singleTest], inputName, functionName, context);
}

/**
 * Whether two strings are lists of tests. If they could also be the input and the output of one test, they are
 * read as one test.
 */
function isSeveral(
  inputs: readonly LosslessValue[] | null,
  outputs: readonly LosslessValue[] | null,
  functionName: string | null,
  context: Context,
): boolean {
  if (inputs === null || outputs === null || inputs.length !== outputs.length) return false;
  if (functionName !== null && inputs.length > 0 && inputs.every((each) => Array.isArray(each))) {
    const signature = signatureOf(context.sources, functionName);
    return (inputs as readonly (readonly LosslessValue[])[]).every(
      ({ length }) => signature === null || (length >= signature.least && length <= signature.most),
    );
  }
  const texts = functionName === null ? [...inputs, ...outputs] : inputs;
  return texts.every((each) => typeof each === 'string') && texts.some((each) => /\s/.test(each as string));
}

/** @throws Misfit for lists of different lengths, because the inputs cannot be paired with the outputs */
function refuseUnequal(
  inputs: LosslessValue | undefined,
  outputs: LosslessValue | undefined,
  name: string,
): void {
  if (!Array.isArray(inputs) || !Array.isArray(outputs) || inputs.length === outputs.length) return;
  throw new Misfit(
    name,
    `${inputs.length} inputs and ${outputs.length} outputs: which belong together is not known`,
  );
}

/** Returns the list in a column, parsed first if it is a string; null for any other value. */
function listIn(row: Fields, name: string): readonly LosslessValue[] | null {
  const value = row.value(name);
  if (Array.isArray(value)) return value as readonly LosslessValue[];
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return null;
  try {
    const listValue = structuredValue(row, name);
    return Array.isArray(listValue) ? (listValue as readonly LosslessValue[]) : null;
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
}
