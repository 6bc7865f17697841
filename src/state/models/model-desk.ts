import type { Completion } from '../../domain/completion.ts';
import type { RecordedAnswer } from '../../domain/recorded-answer.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import type { Answer } from '../../domain/answer.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';
import type { AnswerState, Question } from '../playground/answer-state.svelte.ts';
import type { EndpointState } from './endpoint-state.svelte.ts';
import type { LocalModels, LocalModelsState } from './local-models.svelte.ts';
import { modelChoices, pickedModel, type LocalModelName, type ModelChoice } from './model-choices.ts';

export interface ModelDeskParts {
  readonly endpoint: EndpointState;
  readonly local: LocalModelsState;
  readonly replay: (answer: RecordedAnswer) => ChatModel;
  readonly say: (text: string) => void;
}

/** What has to be set up before a choice can be asked. */
export type Missing = 'endpoint' | 'gpu' | 'cpu';

/** Where models are asked: knows what can be chosen, and turns a choice into an answer. */
export class ModelDesk {
  readonly #parts: ModelDeskParts;

  constructor(parts: ModelDeskParts) {
    this.#parts = parts;
  }

  /** What can be asked; what the address names is among it, be it known here or not. */
  choices(answers: readonly RecordedAnswer[], pick: string | null): readonly ModelChoice[] {
    const { model, models } = this.#parts.endpoint.record;
    const local = this.#parts.local.current;
    return modelChoices({
      answers,
      endpoint: [model, ...models, pickedModel(pick, 'endpoint') ?? ''],
      gpu: withPicked(local === null ? [] : storedGpuModels(local), pickedModel(pick, 'gpu'), (id) =>
        local?.gpu.find(id),
      ),
      cpu: withPicked(local === null ? [] : local.cpu.ready, pickedModel(pick, 'cpu'), (id) =>
        local?.cpu.find(id),
      ),
    });
  }

  /** What is missing before the choice can be asked; null when nothing is. */
  async missing(choice: ModelChoice): Promise<Missing | null> {
    switch (choice.type) {
      case 'recorded':
        return null;
      case 'endpoint':
        return this.#parts.endpoint.record.baseUrl === '' ? 'endpoint' : null;
      case 'gpu': {
        const { gpu, downloads } = await this.#parts.local.load();
        await gpu.probe();
        const model = gpu.find(choice.model);
        return model !== null && downloads.isComplete(gpu.versionOf(model)) ? null : 'gpu';
      }
      case 'cpu': {
        const { cpu } = await this.#parts.local.load();
        return cpu.ready.some(({ id }) => id === choice.model) ? null : 'cpu';
      }
    }
  }

  /**
   * Asks the chosen model and follows its answer. An answer of a model on the GPU that a full window cut off
   * is asked for again with a larger one, where the user has not switched that off.
   * @returns what there is to judge, or null
   */
  async ask(
    answer: AnswerState,
    choice: ModelChoice,
    problemId: string,
    question: Question,
    save: (record: Answer) => void,
  ): Promise<Completion | null> {
    const { endpoint, local, replay } = this.#parts;
    switch (choice.type) {
      case 'recorded':
        return answer.ask(replay(choice.answer), choice.label, { ...question, prompt: null }, save);
      case 'endpoint':
        return answer.ask(await endpoint.open(choice.model), choice.label, question, save);
      case 'gpu':
        return this.#askGpu(answer, choice, problemId, question, save);
      case 'cpu': {
        const model = await (await local.load()).cpu.open(choice.model);
        return answer.ask(model, choice.label, question, save);
      }
    }
  }

  /** Goes on with an answer that broke off. @returns what there is to judge, or null */
  async goOn(
    answer: AnswerState,
    record: UnfinishedAnswer,
    save: (record: Answer) => void,
  ): Promise<Completion | null> {
    const { gpu, downloads } = await this.#parts.local.load();
    const stored = gpu.find(record.modelId);
    const model = stored && downloads.isComplete(stored) ? await gpu.reopen(record) : null;
    if (model === null) {
      this.#parts.say(`${record.label} is not on this device any more: download it again to go on.`);
      return null;
    }
    const { messages, sampling, prompt, sessionId: journal } = record;
    return answer.ask(model, `GPU: ${record.label}`, { messages, sampling, prompt, journal }, save);
  }

  async #askGpu(
    answer: AnswerState,
    choice: ModelChoice & { type: 'gpu' | 'cpu' },
    problemId: string,
    question: Question,
    save: (record: Answer) => void,
  ): Promise<Completion | null> {
    const { gpu, downloads } = await this.#parts.local.load();
    const model = gpu.find(choice.model);
    if (model === null) return null;
    let contextTokens = gpu.windowOf(model);
    for (;;) {
      const opened = await gpu.open(model, problemId, question, contextTokens);
      const asked = { ...question, journal: opened.journal };
      const completion = await answer.ask(opened.model, choice.label, asked, save);
      if (completion?.finishReason !== 'context' || !gpu.growWindow) return completion;
      const larger = gpu.largerWindow(model, contextTokens);
      const fit = larger && gpu.fitOf(model, downloads.missingBytes(model), larger);
      if (larger === null || !fit || fit.word === 'cannot' || fit.word === 'unlikely') return completion;
      const words = [contextTokens, larger].map((tokens) => tokens.toLocaleString('en'));
      this.#parts.say(
        `The window of ${words[0]} tokens was full: ${model.label} is asked again with ${words[1]}.`,
      );
      contextTokens = larger;
    }
  }
}

/** Those whose files are all on this device. */
function storedGpuModels({ gpu, downloads }: LocalModels): LocalModelName[] {
  return gpu.models.filter((model) => downloads.isComplete(gpu.versionOf(model)));
}

function withPicked(
  names: readonly LocalModelName[],
  picked: string | null,
  find: (id: string) => LocalModelName | null | undefined,
): readonly LocalModelName[] {
  if (picked === null || names.some(({ id }) => id === picked)) return names;
  return [...names, find(picked) ?? { id: picked, label: picked }];
}
