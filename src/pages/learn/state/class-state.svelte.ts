import { array, is, nullable, object, string } from 'valibot';
import { parseJson } from '../../../base/parse-json.ts';
import { readPlan, type ClassPlan } from '../../../common/class/class-plan.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';

export type Asking = 'before' | 'after';
/** The answers to the teacher's questions, in their order; null until the student has saved them. */
export type OwnAnswers = Readonly<Record<Asking, readonly string[] | null>>;

const STORED_AS = 'allpass-class-1';
const NO_ANSWERS: OwnAnswers = { before: null, after: null };
const answersSchema = object({ before: nullable(array(string())), after: nullable(array(string())) });

/** The class that this browser takes part in, and the answers to its questions. */
export class ClassState {
  readonly #storage: WebStorage;
  /** The plan, whose problems are an imported set; null if there is none. */
  plan = $state.raw<ClassPlan | null>(null);
  answers = $state.raw(NO_ANSWERS);
  /** A plan from a file that the page has not opened yet. */
  arrived = $state.raw<ClassPlan | null>(null);

  constructor(storage: WebStorage) {
    this.#storage = storage;
    const stored = Object(parseJson(storage.read(STORED_AS) ?? '')) as Record<string, unknown>;
    this.plan = readPlan(JSON.stringify(stored['plan']) ?? '');
    if (this.plan !== null && is(answersSchema, stored['answers'])) this.answers = stored['answers'];
  }

  /** Opens a plan. If its questions are those of the open plan, their answers are kept. */
  open(plan: ClassPlan): void {
    const isSame =
      plan.title === this.plan?.title &&
      JSON.stringify(plan.questions) === JSON.stringify(this.plan.questions);
    this.arrived = null;
    this.#keep({ ...plan, problems: '' }, isSame ? this.answers : NO_ANSWERS);
  }

  /** Stores the answers to the questions. They cannot be changed. */
  answer(asking: Asking, answers: readonly string[]): void {
    if (this.plan !== null && this.answers[asking] === null)
      this.#keep(this.plan, { ...this.answers, [asking]: answers });
  }

  #keep(plan: ClassPlan, answers: OwnAnswers): void {
    this.plan = plan;
    this.answers = answers;
    this.#storage.write(STORED_AS, JSON.stringify({ plan, answers }));
  }
}
