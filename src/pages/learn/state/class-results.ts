/** The result files of a class: parses them, counts their predictions, and formats the table as CSV. */
import { array, nullable, number, object, safeParse, string, type GenericSchema } from 'valibot';
import { isRecord, parseJson } from '../../../base/parse-json.ts';
import type { ClassWork, LabRun } from './results-state.svelte.ts';
import { csvRows } from '../../../runs/exports/csv.ts';

export interface StudentResult {
  /** Name of the file. */
  readonly file: string;
  /** The name that the student entered, or else the name of the file. */
  readonly name: string;
  /** Index of the predicted option, by lesson. */
  readonly guesses: ReadonlyMap<string, number>;
  /** What the student did in a class; null for a file of the lessons alone. */
  readonly work: ClassWork | null;
}

const WORK = object({
  class: string(),
  questions: array(object({ text: string(), before: nullable(string()), after: nullable(string()) })),
  programs: array(object({ problem: string(), code: string() })),
  lab: array(
    object({
      settings: string(),
      steps: number(),
      reward: nullable(number()),
      trulyRight: nullable(number()),
    }),
  ),
}) satisfies GenericSchema<unknown, ClassWork>;

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
  const work = value['class'] === undefined ? null : safeParse(WORK, value);
  if (work?.success === false) return refusal('The part of the class in the file is damaged.');
  return {
    ok: true,
    result: { file, name: name === '' ? file : name, guesses, work: work?.output ?? null },
  };
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

/** Counts equal answers, the most frequent first. Case and white space at the ends do not count. */
export function answerCounts(
  answers: readonly (readonly [before: string | null, after: string | null])[],
): readonly { readonly text: string; readonly before: number; readonly after: number }[] {
  const counts = new Map<string, { text: string; before: number; after: number }>();
  for (const pair of answers)
    for (const [at, answer] of pair.entries()) {
      if (answer === null) continue;
      const key = answer.trim().toLowerCase();
      const count = counts.get(key) ?? { text: answer.trim(), before: 0, after: 0 };
      count[at === 0 ? 'before' : 'after'] += 1;
      counts.set(key, count);
    }
  return [...counts.values()].sort((one, other) => other.before + other.after - one.before - one.after);
}

/** Returns the distinct texts of the questions, in the order of the files. */
export function questionsIn(results: readonly StudentResult[]): readonly string[] {
  return [...new Set(results.flatMap(({ work }) => work?.questions.map(({ text }) => text) ?? []))];
}

/** Returns the distinct ids of the problems with a program. */
export function problemsIn(results: readonly StudentResult[]): readonly string[] {
  return [...new Set(results.flatMap(({ work }) => work?.programs.map(({ problem }) => problem) ?? []))];
}

export function answersTo(
  question: string,
  { work }: StudentResult,
): readonly [before: string | null, after: string | null] {
  const answers = work?.questions.find(({ text }) => text === question);
  return [answers?.before ?? null, answers?.after ?? null];
}

/**
 * Formats one row per student: name, correct predictions, predictions, the chosen option of each lesson, the answers to
 * each question before and after, the reward of each program, the runs of the lab, file.
 * @param rewardOf returns the reward that this browser computed; null if there is none
 */
export function classCsv(
  results: readonly StudentResult[],
  lessons: readonly ClassQuestion[],
  rewardOf: (result: StudentResult, problem: string) => number | null = () => null,
): string {
  const [questions, problems] = [questionsIn(results), problemsIn(results)];
  const hasLab = results.some(({ work }) => (work?.lab.length ?? 0) > 0);
  const head = [
    ...['name', 'correct', 'predictions', ...lessons.map(({ title }) => title)],
    ...questions.flatMap((text) => [`${text} (before)`, `${text} (after)`]),
    ...problems.map((problem) => `reward of ${problem}`),
    ...(hasLab ? ['lab'] : []),
    'file',
  ];
  const rows = results.map((result) => [
    result.name,
    correctCount(result, lessons),
    lessons.filter(({ name }) => result.guesses.has(name)).length,
    ...lessons.map(({ name, options }) => options[result.guesses.get(name) ?? -1] ?? ''),
    ...questions.flatMap((text) => answersTo(text, result).map((answer) => answer ?? '')),
    ...problems.map((problem) => rewardOf(result, problem) ?? ''),
    ...(hasLab ? [(result.work?.lab ?? []).map(labText).join('; ')] : []),
    result.file,
  ]);
  return csvRows([head, ...rows]);
}

export function labText({ settings, steps, reward, trulyRight }: LabRun): string {
  const figure = (value: number | null): string => value?.toFixed(2) ?? 'none';
  return `${settings}: ${steps} steps, reward ${figure(reward)}, really right ${figure(trulyRight)}`;
}
