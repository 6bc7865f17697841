import { array, is, nullable, object, string, tuple } from 'valibot';
import { parseJson } from '../../../base/parse-json.ts';
import { readPlan, type ClassPlan } from '../../../common/class/class-plan.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';

export type Asking = 'before' | 'after';
/** The answers to the teacher's questions, in their order; null until the student has saved them. */
export type OwnAnswers = Readonly<Record<Asking, readonly string[] | null>>;

const STORED_AS = 'allpass-class-1';
const NO_ANSWERS: OwnAnswers = { before: null, after: null };
const answersSchema = object({ before: nullable(array(string())), after: nullable(array(string())) });
const earlierSchema = array(tuple([string(), answersSchema]));

/** The class that this browser takes part in, and the answers to its questions. */
export class ClassState {
  readonly #storage: WebStorage;
  /** The plan, whose problems are an imported set; null if there is none. */
  plan = $state.raw<ClassPlan | null>(null);
  answers = $state.raw(NO_ANSWERS);
  /** A plan from a file that the page has not opened yet. */
  arrived = $state.raw<ClassPlan | null>(null);
  /** The answers in classes that were open before. A link to a single problem must not delete them. */
  #earlierAnswers: ReadonlyMap<string, OwnAnswers> = new Map();

  constructor(storage: WebStorage) {
    this.#storage = storage;
    const stored = Object(parseJson(storage.read(STORED_AS) ?? '')) as Record<string, unknown>;
    this.plan = readPlan(JSON.stringify(stored['plan']) ?? '');
    if (this.plan !== null && is(answersSchema, stored['answers'])) this.answers = stored['answers'];
    if (is(earlierSchema, stored['earlier'])) this.#earlierAnswers = new Map(stored['earlier']);
  }

  /** Opens a plan, with the answers that were given to its questions before. */
  open(plan: ClassPlan): void {
    const keyOf = ({ title, questions }: ClassPlan): string => JSON.stringify([title, questions]);
    if (this.plan !== null)
      this.#earlierAnswers = new Map(this.#earlierAnswers).set(keyOf(this.plan), this.answers);
    this.arrived = null;
    this.#keep({ ...plan, problems: '' }, this.#earlierAnswers.get(keyOf(plan)) ?? NO_ANSWERS);
  }

  /** Stores the answers to the questions. They cannot be changed. */
  answer(asking: Asking, answers: readonly string[]): void {
    if (this.plan !== null && this.answers[asking] === null)
      this.#keep(this.plan, { ...this.answers, [asking]: answers });
  }

  /**
   * Deletes all answers, for the next student. The plan stays.
   * @returns a function that restores them
   */
  forget(): () => void {
    const { plan, answers } = this;
    const earlierAnswers = this.#earlierAnswers;
    this.#earlierAnswers = new Map();
    if (plan !== null) this.#keep(plan, NO_ANSWERS);
    return () => {
      this.#earlierAnswers = earlierAnswers;
      if (plan !== null) this.#keep(plan, answers);
    };
  }

  #keep(plan: ClassPlan, answers: OwnAnswers): void {
    this.plan = plan;
    this.answers = answers;
    this.#storage.write(STORED_AS, JSON.stringify({ plan, answers, earlier: [...this.#earlierAnswers] }));
  }
}
