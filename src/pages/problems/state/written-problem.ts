/** A problem as entered in the form, and its row of problems.jsonl. */
import { typedNumber } from '../../../base/number-in.ts';
import {
  parseLossless,
  stringifyLossless,
  type LosslessObject,
  type LosslessValue,
} from '../../../base/lossless-json.ts';
import { valueOf } from '../../../datasets/kept-row.ts';
import { readProblem } from '../../../datasets/problem-file.ts';
import { Misfit } from '../../../datasets/reading/fields.ts';
import { writtenRow, type RowTest } from '../../../datasets/reading/problem-row.ts';
import type { Difficulty, Problem } from '../../../domain/problem.ts';
import { readOwnInput } from '../../../judge/own-input.ts';

export interface WrittenTest {
  readonly input: string;
  readonly output: string;
  /** Whether the test is shown as a sample in the statement. */
  readonly isPublic: boolean;
}

export interface WrittenFields {
  readonly title: string;
  readonly statement: string;
  readonly mode: 'stdin' | 'call';
  readonly functionName: string;
  readonly starterCode: string;
  readonly difficulty: Difficulty | '';
  /** In seconds, as entered. */
  readonly timeLimit: string;
  /** In megabytes, as entered. */
  readonly memoryLimit: string;
  readonly tests: readonly WrittenTest[];
}

/** A missing or invalid field, with a message. `test` is the index of the field's test. */
export interface WrittenFault {
  readonly field: keyof WrittenFields | 'input' | 'output';
  readonly test?: number;
  readonly message: string;
}

export type WrittenResult =
  | { readonly ok: true; readonly problem: Problem; readonly row: LosslessObject }
  | { readonly ok: false; readonly faults: readonly WrittenFault[] };

/** Creates an id from a title, such as `own/two-lamps`. */
export function idOf(title: string): string {
  const parts = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `own/${parts.join('-')}`;
}

/** Whether the form can express a problem. It has no fields for tags, a license and imports that precede the program. */
export function isEditable({ source, mode, checker, preamble, tags, license }: Problem): boolean {
  const hasOthers = checker !== null || preamble !== '' || tags.length > 0 || license !== '';
  return source === 'own' && mode !== 'assert' && !hasOthers;
}

/** Returns the fields of the form for a problem that was written in it. */
export function fieldsOf(problem: Problem): WrittenFields {
  const isCall = problem.mode === 'call';
  const argumentLines = (input: string): string =>
    (valueOf(input) as readonly LosslessValue[]).map(stringifyLossless).join('\n');
  return {
    title: problem.title,
    statement: problem.prompt,
    mode: isCall ? 'call' : 'stdin',
    functionName: problem.functionName ?? '',
    starterCode: problem.starterCode,
    difficulty: problem.difficulty ?? '',
    timeLimit: String(problem.timeLimitSeconds),
    memoryLimit: String(problem.memoryLimitMb),
    tests: problem.tests.map(({ input, output }, index) => ({
      input: isCall ? argumentLines(input) : input,
      output,
      isPublic: index < problem.publicTests,
    })),
  };
}

/** Returns the tests in the order of the file, in which public tests come first. */
export function inFileOrder<Test extends Pick<WrittenTest, 'isPublic'>>(
  tests: readonly Test[],
): readonly Test[] {
  return [...tests.filter(({ isPublic }) => isPublic), ...tests.filter(({ isPublic }) => !isPublic)];
}

/** Validates the fields of the form. */
export function writtenProblem(fields: WrittenFields): WrittenResult {
  const faults: WrittenFault[] = [];
  const requireField = (field: keyof WrittenFields, isThere: boolean, message: string): void => {
    if (!isThere) faults.push({ field, message });
  };
  const { mode, title, statement, functionName } = fields;
  requireField('title', idOf(title) !== 'own/', 'Enter a title.');
  requireField('statement', statement.trim() !== '', 'Enter a statement.');
  if (mode === 'call')
    requireField(
      'functionName',
      /^[\p{L}_][\p{L}\p{N}_]*$/u.test(functionName.trim()),
      'Enter the name of the function that the tests call.',
    );
  const timeLimit = positiveNumber(fields.timeLimit);
  requireField('timeLimit', timeLimit !== null, 'Enter the time limit in seconds, such as 6.');
  const memoryLimit = positiveNumber(fields.memoryLimit);
  requireField('memoryLimit', memoryLimit !== null, 'Enter the memory limit in megabytes, such as 512.');
  const tests: RowTest[] = [];
  const orderedTests = inFileOrder(fields.tests);
  for (const test of orderedTests) {
    const index = fields.tests.indexOf(test);
    const rowTest =
      mode === 'stdin' ? { input: test.input, output: test.output } : callTest(test, index, faults);
    if (rowTest !== null) tests.push(rowTest);
  }
  requireField('tests', fields.tests.length > 0, 'Add a test.');
  if (faults.length > 0) return { ok: false, faults };
  const row = writtenRow({
    id: idOf(title),
    source: 'own',
    title: title.trim(),
    difficulty: fields.difficulty === '' ? null : fields.difficulty,
    prompt: statement,
    mode,
    ...(mode === 'call' && { functionName: functionName.trim() }),
    ...(fields.starterCode.trim() !== '' && { starterCode: fields.starterCode }),
    tests,
    publicTests: orderedTests.filter(({ isPublic }) => isPublic).length,
    timeLimitSeconds: timeLimit,
    memoryLimitMb: memoryLimit,
  });
  try {
    return { ok: true, problem: readProblem(row), row };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const message = `${error.field} ${error.message}.`;
    return { ok: false, faults: [{ field: FIELDS[error.field] ?? 'statement', message }] };
  }
}

const FIELDS: Readonly<Record<string, keyof WrittenFields>> = {
  title: 'title',
  time_limit_s: 'timeLimit',
  memory_limit_mb: 'memoryLimit',
  fn_name: 'functionName',
};

function callTest({ input, output }: WrittenTest, test: number, faults: WrittenFault[]): RowTest | null {
  const readValue = (text: string, field: 'input' | 'output'): LosslessValue | null => {
    const result = readOwnInput(text, 'call');
    if (!result.ok) faults.push({ field, test, message: result.why });
    const parsed = result.ok ? parseLossless(result.input) : null;
    return parsed?.ok ? parsed.value : null;
  };
  const inputValue = readValue(input, 'input');
  const expected = readValue(output, 'output');
  if (!Array.isArray(expected)) return null;
  if (expected.length === 1)
    return inputValue === null ? null : { input: inputValue, output: expected[0] as LosslessValue };
  faults.push({ field: 'output', test, message: 'Enter one value, such as [1, "two", None].' });
  return null;
}

function positiveNumber(text: string): number | null {
  return typedNumber(text, { least: Number.MIN_VALUE, decimal: true }) ?? null;
}
