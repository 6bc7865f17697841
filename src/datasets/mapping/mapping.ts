/**
 * Mappings of columns in unknown formats: the user chooses which column contains the statement, the tests, and so
 * on.
 */
import { stringifyLossless, type LosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Unreadable } from '../containers/source-file.ts';

/** The fields to which a column can be mapped. The required fields come first. */
export const MAPPED_FIELDS = [
  'statement',
  'tests',
  'inputs',
  'outputs',
  'function',
  'id',
  'title',
  'starter',
  'difficulty',
  'date',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** The column of each mapped field. */
export type Mapping = Readonly<Partial<Record<MappedField, string>>>;

/** A mapping, and the sorted names of all columns of the files for which it was made. */
export interface KnownMapping {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
}

/** Maximum number of columns that are offered for a mapping. Further columns are ignored: a problem has fewer. */
const MOST_COLUMNS = 200;

export function columnsOf(row: LosslessObject): readonly string[] {
  return [...row.keys()].slice(0, MOST_COLUMNS).sort((one, other) => (one < other ? -1 : 1));
}

export function mappingFor(row: LosslessObject, mappings: readonly KnownMapping[]): Mapping | null {
  const columns = JSON.stringify(columnsOf(row));
  return mappings.find((knownMapping) => JSON.stringify(knownMapping.columns) === columns)?.mapping ?? null;
}

/** Returns a message that says which column is missing from a mapping, or null if the mapping is complete. */
export function mappingFault({ statement, tests, inputs, outputs }: Mapping): string | null {
  if (statement === undefined) return 'Say which column has the statement.';
  if (tests !== undefined)
    return (inputs ?? outputs) === undefined
      ? null
      : 'Tests stand in one column, or their inputs and outputs in two: not both.';
  if (inputs === undefined && outputs === undefined)
    return 'Say which column has the tests, or which two have their inputs and outputs.';
  return inputs === undefined || outputs === undefined
    ? 'Inputs and outputs go together: say where the others are.'
    : null;
}

/** Common column names for each field, the most specific first. */
const USUAL_COLUMNS: Readonly<Record<MappedField, readonly string[]>> = {
  statement: [
    'statement',
    'problem_statement',
    'prompt',
    'question',
    'problem',
    'description',
    'content',
    'instruction',
    'text',
  ],
  tests: ['tests', 'test_cases', 'testcases', 'input_output', 'test_list', 'unit_tests', 'examples', 'test'],
  inputs: ['inputs', 'test_inputs', 'input'],
  outputs: ['outputs', 'test_outputs', 'expected_outputs', 'expected', 'output'],
  function: ['fn_name', 'entry_point', 'function_name', 'func_name', 'function'],
  id: ['id', 'task_id', 'problem_id', 'question_id', 'uid', 'slug'],
  title: ['title', 'name', 'question_title'],
  starter: ['starter_code', 'starter', 'template', 'signature'],
  difficulty: ['difficulty', 'level'],
  date: ['date', 'contest_date', 'published'],
};

export function guessedMapping(columns: readonly string[]): Mapping {
  const guessColumn = (field: MappedField): string | undefined =>
    USUAL_COLUMNS[field]
      .map((usualName) =>
        columns.find((column) => column.toLowerCase().replaceAll(/[\s-]/g, '_') === usualName),
      )
      .find((column) => column !== undefined);
  const guesses = Object.fromEntries(
    MAPPED_FIELDS.map((field) => [field, guessColumn(field)] as const).filter(
      ([, column]) => column !== undefined,
    ),
  ) as Record<string, string>;
  const isPaired = guesses['inputs'] !== undefined && guesses['outputs'] !== undefined;
  for (const field of guesses['tests'] === undefined && isPaired ? [] : ['inputs', 'outputs'])
    delete guesses[field];
  return guesses;
}

/** Maximum length of a value in the preview, in characters. */
const MAX_SHOWN_CHARACTERS = 300;

export type PreviewRow = Readonly<Record<string, string>>;

/** Returns the beginning of each value of a row as a string. */
export function previewOf(row: LosslessObject): PreviewRow {
  return Object.fromEntries(columnsOf(row).map((column) => [column, truncatedText(row.get(column)!)]));
}

function truncatedText(value: LosslessValue): string {
  const text = typeof value === 'string' ? value : stringifyLossless(value);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

/** Error for a file whose rows have no known format. It contains the data for mapping the columns. */
export class UnknownColumns extends Unreadable {
  readonly columns: readonly string[];
  readonly preview: readonly PreviewRow[];

  constructor(reason: string, columns: readonly string[], preview: readonly PreviewRow[]) {
    super(reason);
    this.columns = columns;
    this.preview = preview;
  }
}
