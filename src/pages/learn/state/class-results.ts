/** The result files of a class: parses them, counts their predictions, and formats the table as CSV. */
import { isRecord, parseJson } from '../../../base/parse-json.ts';
import { csvRows } from '../../../runs/exports/csv.ts';

export interface StudentResult {
  /** Name of the file. */
  readonly file: string;
  /** The name that the student entered, or else the name of the file. */
  readonly name: string;
  /** Index of the predicted option, by lesson. */
  readonly guesses: ReadonlyMap<string, number>;
}

export type ReadResult =
  { readonly ok: true; readonly result: StudentResult } | { readonly ok: false; readonly fault: string };

/** The parts of a lesson that the results use. */
export interface ClassQuestion {
  readonly name: string;
  readonly title: string;
  readonly options: readonly string[];
  readonly right: number;
}

/**
 * Parses the content of a file. Whether a prediction is correct is computed again, because students can edit a file.
 */
export function readResult(file: string, text: string): ReadResult {
  const refusal = (reason: string): ReadResult => ({
    ok: false,
    fault: `${file}: ${reason} Ask for the file that “My results” saves.`,
  });
  const value = parseJson(text);
  if (value === undefined) return refusal('The file is not JSON.');
  if (!isRecord(value) || value['format'] !== 'allpass-lessons')
    return refusal('The file has no results of lessons.');
  if (value['version'] !== 1 || !Array.isArray(value['lessons']))
    return refusal('The file is from another version of Allpass.');
  const name = typeof value['name'] === 'string' ? value['name'].trim() : '';
  const guesses = new Map<string, number>();
  for (const row of value['lessons'] as readonly unknown[]) {
    if (!isRecord(row) || typeof row['lesson'] !== 'string' || !Number.isInteger(row['guess']))
      return refusal('A prediction in the file is damaged.');
    // Only the first prediction is used.
    if (!guesses.has(row['lesson'])) guesses.set(row['lesson'], row['guess'] as number);
  }
  return { ok: true, result: { file, name: name === '' ? file : name, guesses } };
}

/**
 * Adds results to those that were read before. A file with the same name from the same student replaces the earlier
 * one.
 */
export function withResults(
  earlierResults: readonly StudentResult[],
  addedResults: readonly StudentResult[],
): readonly StudentResult[] {
  const byFile = new Map(
    [...earlierResults, ...addedResults].map((result) => [`${result.file}\n${result.name}`, result]),
  );
  return [...byFile.values()].sort((one, other) =>
    one.name.localeCompare(other.name, undefined, { numeric: true }),
  );
}

/** Returns the student names that occur in several files. */
export function repeatedNames(results: readonly StudentResult[]): readonly string[] {
  const names = results.map(({ name }) => name);
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

export function correctCount({ guesses }: StudentResult, questions: readonly ClassQuestion[]): number {
  return questions.filter(({ name, right }) => guesses.get(name) === right).length;
}

export function countsOf(
  { name, options }: ClassQuestion,
  results: readonly StudentResult[],
): readonly number[] {
  return options.map((_, option) => results.filter(({ guesses }) => guesses.get(name) === option).length);
}

/** Returns A for the first option, B for the second, and so on; "–" if there is no prediction. */
export function optionLetter(guess: number | undefined): string {
  return guess === undefined ? '–' : String.fromCharCode(65 + guess);
}

/** Formats one row per student: name, correct predictions, predictions, the chosen option of each lesson, file. */
export function classCsv(results: readonly StudentResult[], questions: readonly ClassQuestion[]): string {
  const head = ['name', 'correct', 'predictions', ...questions.map(({ title }) => title), 'file'];
  const rows = results.map((result) => [
    result.name,
    correctCount(result, questions),
    questions.filter(({ name }) => result.guesses.has(name)).length,
    ...questions.map(({ name, options }) => options[result.guesses.get(name) ?? -1] ?? ''),
    result.file,
  ]);
  return csvRows([head, ...rows]);
}
