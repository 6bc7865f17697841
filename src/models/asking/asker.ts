/** Knows the models that can be chosen, and turns a choice into an answer. */
import type { Answer } from '../../domain/answer.ts';
import type { ProblemRef } from '../../domain/problem-ref.ts';
import type { RecordedAnswer } from '../../domain/recorded-answer.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';
import type { ChatModel } from '../chat-model.ts';
import type { AnswerWatch } from './ask.ts';
import { modelChoices, pickedModel, type LocalModelName, type ModelChoice } from './model-choices.ts';
import type { Question } from './question.ts';

/** An opened model, for one answer. */
export interface Session {
  readonly model: ChatModel;
  /** Name of the engine's journal, for an answer that can be continued when it breaks off. */
  readonly journal?: string;
  /** Opens the model with the next larger window, after an answer that filled this one; null if there is none. */
  readonly larger?: () => Promise<Session | null>;
}

export interface AskerParts {
  readonly endpoint: EndpointToAsk;
  readonly local: {
    /** Null until they have been loaded. */
    readonly current: LocalAskers | null;
    /** Loads them once; rejects where their code cannot be fetched. */
    load(): Promise<LocalAskers>;
  };
  /** Its code may come when it is needed. */
  readonly replay: (answer: RecordedAnswer) => ChatModel | Promise<ChatModel>;
}

export interface EndpointToAsk {
  /** Whether its address is known. */
  readonly known: boolean;
  /** The names of its models; '' and names that occur twice are left out of the choices. */
  readonly names: readonly string[];
  open(model: string): Promise<ChatModel>;
}

/** The models of this machine, by the type of their choices. */
export interface LocalAskers {
  readonly askers: {
    readonly cpu: LocalToAsk;
    readonly gpu: LocalToAsk & {
      /** Whether an interrupted answer can be continued: its model is on this device still. */
      canContinue(record: UnfinishedAnswer): boolean;
      /** The model that continues an interrupted answer; null if it cannot be continued. */
      reopen(record: UnfinishedAnswer, signal: AbortSignal): Promise<Session | null>;
    };
  };
}

/** The models of one engine. */
export interface LocalToAsk {
  /** Those that can be asked now, as far as that is known. */
  readonly ready: readonly LocalModelName[];
  find(id: string): LocalModelName | null;
  /** Whether a model can be asked now. */
  isReady(id: string): Promise<boolean>;
  /** Null for an unknown model, and if the signal aborts before. A known model without files gives an answer that reports it. */
  open(id: string, problem: ProblemRef, question: Question, signal: AbortSignal): Promise<Session | null>;
}

/** The settings that a choice still needs. */
export type Missing = 'endpoint' | 'gpu' | 'cpu';

export class Asker {
  readonly #parts: AskerParts;

  constructor(parts: AskerParts) {
    this.#parts = parts;
  }

  /** Returns the choices; the choice that `pick` names is among them, even if it is unknown here. */
  choices(answers: readonly RecordedAnswer[], pick: string | null): readonly ModelChoice[] {
    const { endpoint, local } = this.#parts;
    const { gpu, cpu } = local.current?.askers ?? {};
    return modelChoices({
      answers,
      endpoint: [...endpoint.names, pickedModel(pick, 'endpoint') ?? ''],
      gpu: withPicked(gpu, pickedModel(pick, 'gpu')),
      cpu: withPicked(cpu, pickedModel(pick, 'cpu')),
    });
  }

  /** Returns the missing settings of a choice; null if it can be asked. */
  async missing(choice: ModelChoice): Promise<Missing | null> {
    const { type } = choice;
    if (type === 'recorded') return null;
    if (type === 'endpoint') return this.#parts.endpoint.known ? null : type;
    const { askers } = await this.#parts.local.load();
    return (await askers[type].isReady(choice.model)) ? null : type;
  }

  /**
   * Asks the chosen model, and again with the next larger window where one was full and a larger one may be taken.
   * Null where nothing was asked: the signal aborted before, or no such model is known.
   * Rejects where the code of a model cannot be fetched.
   */
  async ask(
    choice: ModelChoice,
    problem: ProblemRef,
    question: Question,
    watch: AnswerWatch,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const asked = choice.type === 'recorded' ? { ...question, prompt: null } : question;
    const open = () => this.#open(choice, problem, question, signal);
    return this.#askAll(open, choice.label, asked, watch, signal);
  }

  /** Fetches what every question needs, so that it is there without the network. */
  async prepare(): Promise<typeof import('./ask.ts')> {
    const [asking] = await Promise.all([import('./ask.ts'), import('./question.ts')]);
    return asking;
  }

  /** Whether an interrupted answer can be continued: its model is on this device still. */
  async canGoOn(record: UnfinishedAnswer): Promise<boolean> {
    return (await this.#parts.local.load()).askers.gpu.canContinue(record);
  }

  /** Continues an interrupted answer. Null where it cannot, or the signal aborts before. */
  async goOn(record: UnfinishedAnswer, watch: AnswerWatch, signal: AbortSignal): Promise<Answer | null> {
    const { askers } = await this.#parts.local.load();
    const { label, messages, sampling, prompt } = record;
    const open = () => askers.gpu.reopen(record, signal);
    return this.#askAll(open, `GPU: ${label}`, { messages, sampling, prompt }, watch, signal);
  }

  async #askAll(
    open: () => Promise<Session | null>,
    label: string,
    question: Question,
    watch: AnswerWatch,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const { ask } = await this.prepare();
    let last: Answer | null = null;
    let session = await open();
    while (session !== null) {
      const { model, journal, larger } = session;
      const answer = await ask({ model, label, question, ...(journal && { journal }) }, watch, signal);
      // Stopped while the larger window is opened: the answer of the full one counts.
      if (answer === null) return last;
      last = answer;
      const isFull = answer.completion.finishReason === 'context' && !signal.aborted;
      session = (isFull && (await larger?.())) || null;
    }
    return last;
  }

  async #open(
    choice: ModelChoice,
    problem: ProblemRef,
    question: Question,
    signal: AbortSignal,
  ): Promise<Session | null> {
    const { endpoint, local, replay } = this.#parts;
    switch (choice.type) {
      case 'recorded':
        return { model: await replay(choice.answer) };
      case 'endpoint':
        return { model: await endpoint.open(choice.model) };
      case 'gpu':
      case 'cpu':
        return (await local.load()).askers[choice.type].open(choice.model, problem, question, signal);
    }
  }
}

function withPicked(models: LocalToAsk | undefined, picked: string | null): readonly LocalModelName[] {
  const names = models?.ready ?? [];
  if (picked === null || names.some(({ id }) => id === picked)) return names;
  return [...names, models?.find(picked) ?? { id: picked, label: picked }];
}
