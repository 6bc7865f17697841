/** A problem as a row of problems.jsonl. Readers of other formats create it; it is then validated and written. */
import type { LosslessObject, LosslessValue } from '../../base/lossless-json.ts';
import type { Difficulty, ProblemMode } from '../../domain/problem.ts';

export interface RowTest {
  /** A string for stdin, or the list of arguments of a call. */
  readonly input: LosslessValue;
  readonly output: LosslessValue;
}

export interface ProblemRow {
  readonly id: string;
  readonly source: string;
  readonly title?: string;
  readonly difficulty?: Difficulty | null;
  readonly tags?: readonly string[];
  readonly prompt: string;
  readonly mode: ProblemMode;
  readonly functionName?: string | null;
  readonly starterCode?: string;
  /** Whether the usual imports are executed first. */
  readonly preamble?: boolean;
  readonly check?: string;
  readonly checker?: string;
  /** Missing in assert mode. */
  readonly tests?: readonly RowTest[];
  readonly publicTests?: number;
  readonly timeLimitSeconds?: number | null;
  readonly memoryLimitMb?: number | null;
  readonly license?: string;
  /** Additional fields of the source. Values that are null, '' or an empty list are left out. */
  readonly meta?: Readonly<Record<string, LosslessValue | undefined>>;
}

/** Returns the row with the field names of problems.jsonl. Fields without a value are left out. */
export function writtenRow(row: ProblemRow): LosslessObject {
  const members: (readonly [string, LosslessValue | undefined])[] = [
    ['id', row.id],
    ['source', row.source],
    ['title', row.title],
    ['difficulty', row.difficulty],
    ['tags', row.tags],
    ['prompt', row.prompt],
    ['mode', row.mode],
    ['fn_name', row.functionName],
    ['starter_code', row.starterCode],
    ['preamble', row.preamble || undefined],
    ['check', row.check],
    ['checker', row.checker],
    ['tests', (row.tests ?? []).map(testObject)],
    ['public_tests', row.publicTests ? numeral(row.publicTests) : undefined],
    ['time_limit_s', row.timeLimitSeconds ? numeral(row.timeLimitSeconds) : undefined],
    ['memory_limit_mb', row.memoryLimitMb ? numeral(row.memoryLimitMb) : undefined],
    ['license', row.license],
    ['meta', metaOf(row.meta ?? {})],
  ];
  // A row without tests contains an empty list, so that the message says "no tests" instead of "missing".
  const isNeeded = (key: string): boolean => key === 'prompt' || (key === 'tests' && row.mode !== 'assert');
  return new Map(
    members.filter(([key, value]) => isFilled(value) || isNeeded(key)) as [string, LosslessValue][],
  );
}

export function testObject({ input, output }: RowTest): LosslessObject {
  return new Map([
    ['input', input],
    ['output', output],
  ]);
}

function metaOf(meta: NonNullable<ProblemRow['meta']>): LosslessObject | undefined {
  const filledFields = Object.entries(meta).filter(([, value]) => isFilled(value)) as [
    string,
    LosslessValue,
  ][];
  return filledFields.length === 0 ? undefined : new Map(filledFields);
}

function isFilled(value: LosslessValue | undefined): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

export function numeral(value: number): LosslessValue {
  return { numeral: String(value) };
}

/**
 * The imports that call problems assume. LiveCodeBench and graders like LeetCode's execute them in the program's
 * namespace before the program. Star imports come first, so that module names are not replaced by the imported
 * functions.
 */
const STARRED_IMPORTS =
  'string re datetime collections heapq bisect copy math random statistics itertools functools operator io sys json builtins typing';
const NOT_IMPORTED = new Set(['builtins']);
const names = STARRED_IMPORTS.split(' ');

export const PREAMBLE = [
  ...names.map((name) => `from ${name} import *`),
  ...names.filter((name) => !NOT_IMPORTED.has(name)).map((name) => `import ${name}`),
  'sys.setrecursionlimit(50000)',
  '',
].join('\n');
