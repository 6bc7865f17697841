/** Rows whose columns were mapped by hand, as a format like any other. */
import type { LosslessValue } from '../../base/lossless-json.ts';
import { Misfit, type Fields } from '../fields.ts';
import { difficultyOf, idIn, type Format } from '../formats/format.ts';
import type { ProblemRow } from '../problem-row.ts';
import type { Reading } from '../reading/reading.ts';
import { structured, testsOfCases, testsOfLists, type Context } from '../reading/tests-of.ts';
import { mappingFault, type Mapping } from './mapping.ts';

const MAPPED = 'mapped';

/** @param mapping a whole one: `mappingFault` finds nothing wrong with it */
export function mappedFormat(mapping: Mapping): Format {
  return {
    name: MAPPED,
    about: 'columns that were mapped by hand',
    sniff: () => false,
    read: (row, reading) => read(row, mapping, reading),
  };
}

function read(row: Fields, mapping: Mapping, reading: Reading): ProblemRow {
  const column = (field: keyof Mapping): string | null => {
    const name = mapping[field];
    return name !== undefined && row.has(name) ? name : null;
  };
  const textOf = (field: keyof Mapping): string => {
    const name = column(field);
    return name === null ? '' : row.text(name);
  };
  if (mapping.statement === undefined) throw new Misfit('', mappingFault(mapping) ?? '');
  const prompt = row.text(mapping.statement);
  const starterCode = textOf('starter');
  const context = { sources: [starterCode, prompt], reading };
  const date = textOf('date');
  const id = column('id');
  return {
    ...testsIn(row, mapping, textOf('function') || null, context),
    id: (id === null ? null : idIn(row, id)) ?? `${MAPPED}/${reading.ordinal}`,
    source: MAPPED,
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
    const [inputs, outputs] = [listIn(row, mapping.inputs ?? ''), listIn(row, mapping.outputs ?? '')];
    const lists = new Map<string, LosslessValue>([
      ['inputs', inputs],
      ['outputs', outputs],
      ...(functionName === null ? [] : [['fn_name', functionName] as const]),
    ]);
    return testsOfLists(lists, mapping.inputs ?? '', context);
  }
  const name = mapping.tests;
  const value = row.value(name);
  // Lines of asserts are no JSON.
  if (
    typeof value === 'string' &&
    /^\s*(assert\b|def |import |from )/m.test(value) &&
    !/^\s*[[{]/.test(value)
  )
    return asserted(value);
  const tests = structured(row, name);
  if (tests instanceof Map) {
    const named = functionName === null ? tests : new Map([['fn_name', functionName], ...tests]);
    return testsOfLists(named as LosslessValue, name, context);
  }
  if (!Array.isArray(tests))
    throw new Misfit(
      name,
      'expected a list of tests, an object with inputs and outputs, or Python with asserts',
    );
  const listed = tests as readonly LosslessValue[];
  if (listed.length > 0 && listed.every((each) => typeof each === 'string'))
    return asserted((listed as readonly string[]).join('\n'));
  return testsOfCases(listed, name, functionName, context);
}

function asserted(check: string): Tested {
  return { mode: 'assert', functionName: null, check: `${check}\n` };
}

/** A list, the text of one, or the one thing there is. */
function listIn(row: Fields, name: string): readonly LosslessValue[] {
  const value = row.value(name);
  if (Array.isArray(value)) return value as readonly LosslessValue[];
  if (typeof value === 'string' && /^\s*\[/.test(value)) {
    const read = structured(row, name);
    if (Array.isArray(read)) return read as readonly LosslessValue[];
  }
  return [value];
}
