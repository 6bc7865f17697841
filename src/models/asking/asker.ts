/** Knows the models that can be chosen, and turns a choice into an answer. */
import type { Answer } from '../../domain/answer.ts';
import type { ProblemRef } from '../../domain/problem-ref.ts';
import type { RecordedAnswer } from '../../domain/recorded-answer.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';
import type { ChatModel } from '../chat-model.ts';
import type { AnswerWatch } from './ask.ts';
import type { GpuAsker } from './gpu-asker.ts';
import { modelChoices, pickedModel, type LocalModelName, type ModelChoice } from './model-choices.ts';
import type { Question } from './question.ts';

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

/** The models of this machine. */
export interface LocalAskers {
  readonly gpuAsker: Pick<GpuAsker, 'ready' | 'find' | 'isReady' | 'ask' | 'canGoOn' | 'goOn'>;
  readonly cpu: CpuToAsk;
}

export interface CpuToAsk {
  /** Those that can be asked now. */
  readonly ready: readonly LocalModelName[];
  find(id: string): LocalModelName | null;
  /** A model for one answer; one that is not here gives an answer that says so. */
  open(id: string): Promise<ChatModel>;
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
    const { gpuAsker, cpu } = local.current ?? {};
    return modelChoices({
      answers,
      endpoint: [...endpoint.names, pickedModel(pick, 'endpoint') ?? ''],
      gpu: withPicked(gpuAsker, pickedModel(pick, 'gpu')),
      cpu: withPicked(cpu, pickedModel(pick, 'cpu')),
    });
  }

  /** Returns the missing settings of a choice; null if it can be asked. */
  async missing(choice: ModelChoice): Promise<Missing | null> {
    switch (choice.type) {
      case 'recorded':
        return null;
      case 'endpoint':
        return this.#parts.endpoint.known ? null : 'endpoint';
      case 'gpu': {
        const { gpuAsker } = await this.#parts.local.load();
        return (await gpuAsker.isReady(choice.model)) ? null : 'gpu';
      }
      case 'cpu': {
        const { cpu } = await this.#parts.local.load();
        return cpu.ready.some(({ id }) => id === choice.model) ? null : 'cpu';
      }
    }
  }

  /**
   * Asks the chosen model. Null where nothing was asked: the signal aborted before, or no such model is known.
   * Rejects where the code of a model cannot be fetched.
   */
  async ask(
    choice: ModelChoice,
    problem: ProblemRef,
    question: Question,
    watch: AnswerWatch,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const { label } = choice;
    if (choice.type === 'gpu') {
      const { gpuAsker } = await this.#parts.local.load();
      return gpuAsker.ask(choice.model, label, problem, question, watch, signal);
    }
    const asked = choice.type === 'recorded' ? { ...question, prompt: null } : question;
    const { ask } = await this.prepare();
    return ask({ model: await this.#open(choice), label, question: asked }, watch, signal);
  }

  /** Fetches what every question needs, so that it is there without the network. */
  async prepare(): Promise<typeof import('./ask.ts')> {
    const [asking] = await Promise.all([import('./ask.ts'), import('./question.ts')]);
    return asking;
  }

  /** Whether an interrupted answer can be continued: its model is on this device still. */
  async canGoOn(record: UnfinishedAnswer): Promise<boolean> {
    return (await this.#parts.local.load()).gpuAsker.canGoOn(record);
  }

  /** Continues an interrupted answer. Null where it cannot, or the signal aborts before. */
  async goOn(record: UnfinishedAnswer, watch: AnswerWatch, signal: AbortSignal): Promise<Answer | null> {
    return (await this.#parts.local.load()).gpuAsker.goOn(record, watch, signal);
  }

  async #open(choice: Exclude<ModelChoice, { type: 'gpu' }>): Promise<ChatModel> {
    const { endpoint, local, replay } = this.#parts;
    switch (choice.type) {
      case 'recorded':
        return replay(choice.answer);
      case 'endpoint':
        return endpoint.open(choice.model);
      case 'cpu':
        return (await local.load()).cpu.open(choice.model);
    }
  }
}

function withPicked(
  models: Pick<CpuToAsk, 'ready' | 'find'> | undefined,
  picked: string | null,
): readonly LocalModelName[] {
  const names = models?.ready ?? [];
  if (picked === null || names.some(({ id }) => id === picked)) return names;
  return [...names, models?.find(picked) ?? { id: picked, label: picked }];
}
