/** Lists the models that can be chosen, and sends questions to the chosen one. */
import type { Answer, RecordedAnswer, UnfinishedAnswer } from '../../domain/answer.ts';
import type { ProblemRef } from '../../domain/problem.ts';
import type { ChatModel } from '../chat-model.ts';
import type { LocalEngine } from '../local-port.ts';
import type { AnswerWatch } from './ask.ts';
import { modelChoices, pickedModel, type LocalModelName, type ModelChoice } from './model-choices.ts';
import type { Question } from '../prompts/prompt-messages.ts';

/** An opened model, for one answer. */
export interface ModelSession {
  readonly model: ChatModel;
  /** Name of the engine's journal, for an answer that can be continued after an interruption. */
  readonly journal?: string;
  /** Opens the model with the next larger window, after an answer that filled this one; null if there is none. */
  readonly openLarger?: () => Promise<ModelSession | null>;
}

export interface AskerParts {
  readonly endpoint: EndpointToAsk;
  readonly local: {
    /** The models; null before they are loaded. */
    readonly current: LocalToAsk | null;
    /** Loads the models once; rejects if their code cannot be fetched. */
    load(): Promise<LocalToAsk>;
  };
  /** Replays a recorded answer. It may load its code on first use. */
  readonly replayModel: (answer: RecordedAnswer) => ChatModel | Promise<ChatModel>;
}

export interface EndpointToAsk {
  /** Whether the user has set its address. */
  readonly isKnown: boolean;
  /** The names of its models; '' and names that occur twice are left out of the choices. */
  readonly names: readonly string[];
  open(model: string): Promise<ChatModel>;
}

/** The models of this machine. */
export interface LocalToAsk {
  readonly models: Readonly<Record<LocalEngine, EngineToAsk>>;
}

/** The models of one engine. */
export interface EngineToAsk {
  /** The models that are known to be ready. */
  readonly ready: readonly LocalModelName[];
  find(id: string): LocalModelName | null;
  /** Whether a model can answer now. */
  isReady(id: string): Promise<boolean>;
  /**
   * Opens a model. Returns null if the model is unknown or the signal was aborted. If the files of a known
   * model are missing, the opened model fails with a message about them.
   */
  open(id: string, question: LocalQuestion, signal: AbortSignal): Promise<ModelSession | null>;
}

/** The question that a model on this machine is opened for. */
export interface LocalQuestion {
  readonly problem: ProblemRef;
  readonly question: Question;
  /** The interrupted answer to continue; null for a new answer. */
  readonly unfinished: UnfinishedAnswer | null;
}

/** The settings that a choice still needs. */
export type Missing = 'endpoint' | 'gpu' | 'cpu';

export class Asker {
  readonly #dependencies: AskerParts;

  constructor(parts: AskerParts) {
    this.#dependencies = parts;
  }

  /** Returns the choices. They include the choice that `pickedId` names, even if it is unknown here. */
  choices(answers: readonly RecordedAnswer[], pickedId: string | null): readonly ModelChoice[] {
    const { endpoint, local } = this.#dependencies;
    const { gpu, cpu } = local.current?.models ?? {};
    return modelChoices({
      answers,
      endpoint: [...endpoint.names, pickedModel(pickedId, 'endpoint') ?? ''],
      gpu: withPicked(gpu, pickedModel(pickedId, 'gpu')),
      cpu: withPicked(cpu, pickedModel(pickedId, 'cpu')),
    });
  }

  /** Returns the missing settings of a choice; null if none are missing. */
  async missingSetting(choice: ModelChoice): Promise<Missing | null> {
    const { type } = choice;
    if (type === 'recorded') return null;
    if (type === 'endpoint') return this.#dependencies.endpoint.isKnown ? null : type;
    const { models } = await this.#dependencies.local.load();
    return (await models[type].isReady(choice.model)) ? null : type;
  }

  /**
   * Sends the problem to the chosen model. If the answer fills the context window and a larger one is
   * available, repeats the request with it. Returns null if nothing was sent: the signal was already aborted,
   * or the model is unknown. Rejects if the code of a model cannot be fetched.
   */
  async ask(
    choice: ModelChoice,
    problem: ProblemRef,
    question: Question,
    watch: AnswerWatch,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    return this.#ask(choice, { problem, question, unfinished: null }, watch, signal);
  }

  /** Fetches the code that every question needs, so that it is available offline. */
  async prepare(): Promise<typeof import('./ask.ts')> {
    const [askModule] = await Promise.all([import('./ask.ts'), import('../prompts/prompt-messages.ts')]);
    return askModule;
  }

  /** Whether an interrupted answer can be continued, because its model is still on this device. */
  async canGoOn(record: UnfinishedAnswer): Promise<boolean> {
    return (await this.#dependencies.local.load()).models.gpu.isReady(record.modelId);
  }

  /**
   * Continues an interrupted answer. Returns null if that is not possible, or if the signal was already
   * aborted.
   */
  async goOn(record: UnfinishedAnswer, watch: AnswerWatch, signal: AbortSignal): Promise<Answer | null> {
    const { modelId: model, label, problem, messages, sampling, prompt } = record;
    const choice = { type: 'gpu', id: `gpu:${model}`, model, label: `GPU: ${label}` } as const;
    const question = { messages, sampling, prompt };
    return this.#ask(choice, { problem, question, unfinished: record }, watch, signal);
  }

  async #ask(
    choice: ModelChoice,
    localQuestion: LocalQuestion,
    watch: AnswerWatch,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const { label, type } = choice;
    const question =
      type === 'recorded' ? { ...localQuestion.question, prompt: null } : localQuestion.question;
    const { ask } = await this.prepare();
    let lastAnswer: Answer | null = null;
    let session = await this.#open(choice, localQuestion, signal);
    while (session !== null) {
      const { model, journal, openLarger } = session;
      const answer = await ask({ model, label, question, ...(journal && { journal }) }, watch, signal);
      // If the user stops while the larger window is opened, the answer that filled the smaller one is
      // returned.
      if (answer === null) return lastAnswer;
      lastAnswer = answer;
      const isFull = answer.completion.finishReason === 'context' && !signal.aborted;
      session = (isFull && (await openLarger?.())) || null;
    }
    return lastAnswer;
  }

  async #open(
    choice: ModelChoice,
    localQuestion: LocalQuestion,
    signal: AbortSignal,
  ): Promise<ModelSession | null> {
    const { endpoint, local, replayModel } = this.#dependencies;
    switch (choice.type) {
      case 'recorded':
        return { model: await replayModel(choice.answer) };
      case 'endpoint':
        return { model: await endpoint.open(choice.model) };
      case 'gpu':
      case 'cpu':
        return (await local.load()).models[choice.type].open(choice.model, localQuestion, signal);
    }
  }
}

function withPicked(models: EngineToAsk | undefined, pickedId: string | null): readonly LocalModelName[] {
  const names = models?.ready ?? [];
  if (pickedId === null || names.some(({ id }) => id === pickedId)) return names;
  return [...names, models?.find(pickedId) ?? { id: pickedId, label: pickedId }];
}
