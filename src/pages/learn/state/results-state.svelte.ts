import type { WebStorage } from '../../../storage/web-storage.ts';
import { parseJson } from '../../../base/parse-json.ts';

/** A student's prediction in a lesson, and whether it was correct. */
export interface LessonResult {
  readonly lesson: string;
  /** Index of the predicted option. */
  readonly guess: number;
  readonly right: boolean;
  /** Time of the prediction, ISO 8601. */
  readonly at: string;
  /** Present if the answer was hidden and the class has not reached it, so that the result is not shown. */
  readonly sealed?: true;
  /** Present if the student has opened the explanation. */
  readonly explained?: true;
}

/** What a student did in a class, apart from the lessons. */
export interface ClassWork {
  /** Title of the class. */
  readonly class: string;
  /** The teacher's questions, each with its answers; null for one that is missing. */
  readonly questions: readonly {
    readonly text: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** The programs for the problems of the class. */
  readonly programs: readonly { readonly problem: string; readonly code: string }[];
  /** The runs of the lab in this visit: settings, and the figures of the last step of each seed. */
  readonly lab: readonly LabRun[];
}

export interface LabRun {
  readonly settings: string;
  readonly steps: number;
  readonly reward: number | null;
  readonly trulyRight: number | null;
}

const STORED_AS = 'allpass-lessons-1';
const WORDS_STORED_AS = 'allpass-words-1';

/** The first prediction of each lesson, stored in this browser. */
export class ResultsState {
  readonly #storage: WebStorage;
  readonly #now: () => Date;
  all = $state.raw<readonly LessonResult[]>([]);
  #opened = $state.raw<ReadonlyMap<string, number | null>>(new Map());
  /** Hashes of the words that were entered to open hidden answers. */
  words = $state.raw<readonly string[]>([]);

  constructor(storage: WebStorage, now: () => Date = () => new Date()) {
    this.#storage = storage;
    this.#now = now;
    this.all = storedList(storage.read(STORED_AS), isResult);
    this.words = storedList(storage.read(WORDS_STORED_AS), (word) => typeof word === 'string');
  }

  /** Stores the hash of a word that opens hidden answers. */
  enterWord(hash: string): void {
    this.#keepWords([...this.words, hash]);
  }

  of(lesson: string): LessonResult | null {
    return this.all.find((result) => result.lesson === lesson) ?? null;
  }

  /**
   * Returns the prediction that was made before the lesson was opened in this visit: null if there was none, undefined
   * if the lesson is not open.
   */
  openedWith(lesson: string): number | null | undefined {
    return this.#opened.get(lesson);
  }

  /**
   * Opens a lesson for this visit. Stores the first prediction, unless the lesson was already open.
   * @param sealed whether the answer is hidden
   */
  predict(lesson: string, guess: number, right: boolean, sealed = false): void {
    if (this.#opened.has(lesson)) return;
    this.#open(lesson, guess);
    if (this.of(lesson) !== null) return;
    const result: LessonResult = { lesson, guess, right, at: this.#now().toISOString() };
    this.#keep([...this.all, sealed ? { ...result, sealed } : result]);
  }

  /** Marks the result of a lesson as shown, with its explanation. */
  explain(lesson: string): void {
    const result = this.of(lesson);
    if (result === null || (result.explained === true && result.sealed !== true)) return;
    this.#keep(this.all.map((each) => (each === result ? { ...plain(each), explained: true } : each)));
  }

  /** Whether the student has made a prediction and opened the explanation. */
  isDone(lesson: string): boolean {
    return this.of(lesson)?.explained === true;
  }

  /** Opens a lesson for this visit without a prediction. No result is stored. */
  skip(lesson: string): void {
    if (!this.#opened.has(lesson)) this.#open(lesson, null);
  }

  /**
   * Deletes all results, for the next student.
   * @returns a function that restores them
   */
  forget(): () => void {
    const [results, openedLessons, words] = [this.all, this.#opened, this.words];
    this.#opened = new Map();
    this.#keep([]);
    this.#keepWords([]);
    return () => {
      this.#keepWords([...words, ...this.words]);
      const newResults = this.all.filter(({ lesson }) => !results.some((result) => result.lesson === lesson));
      this.#opened = new Map([...this.#opened, ...openedLessons]);
      this.#keep([...results, ...newResults]);
    };
  }

  /**
   * Returns the results as a JSON file for the teacher.
   * @param work what the student did in a class
   */
  file(name: string, work?: ClassWork): string {
    const { length } = this.all.filter(({ right }) => right);
    const summary = { format: 'allpass-lessons', version: 1, name, right: length, of: this.all.length };
    return `${JSON.stringify({ ...summary, lessons: this.all.map(plain), ...work }, null, 2)}\n`;
  }

  #open(lesson: string, guess: number | null): void {
    this.#opened = new Map(this.#opened).set(lesson, guess);
  }

  #keepWords(words: readonly string[]): void {
    this.words = words;
    this.#storage.write(WORDS_STORED_AS, JSON.stringify(words));
  }

  #keep(all: readonly LessonResult[]): void {
    this.all = all;
    this.#storage.write(STORED_AS, JSON.stringify(all));
  }
}

/** Returns the name of a student's result file: `allpass-lessons-Ada-Lovelace.json`. */
export function resultFileName(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `${['allpass-lessons', ...words].join('-').slice(0, 80)}.json`;
}

function plain({ lesson, guess, right, at }: LessonResult): LessonResult {
  return { lesson, guess, right, at };
}

function isResult(value: unknown): value is LessonResult {
  if (typeof value !== 'object' || value === null) return false;
  const { lesson, guess, right, at, sealed, explained } = value as Partial<
    Record<keyof LessonResult, unknown>
  >;
  return (
    typeof lesson === 'string' &&
    typeof guess === 'number' &&
    typeof right === 'boolean' &&
    typeof at === 'string' &&
    (sealed === undefined || sealed === true) &&
    (explained === undefined || explained === true)
  );
}

/** Parses a stored list. Entries in a different format are from another version, and are discarded. */
export function storedList<T>(text: string | null, isEntry: (value: unknown) => value is T): readonly T[] {
  const value = parseJson(text ?? '');
  return Array.isArray(value) ? value.filter(isEntry) : [];
}
