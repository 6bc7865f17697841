import type {
  ChatModel,
  GenerationEvent,
  GenerationRequest,
  LoadPhase,
  Readiness,
} from '../../src/models/chat-model.ts';

type Generate = (request: GenerationRequest, signal: AbortSignal) => AsyncGenerator<GenerationEvent>;

/** Answers as it is told to. */
export class ScriptedModel implements ChatModel {
  readonly id: string;
  readonly #contextTokens: number | null;
  readonly #generate: Generate;
  disposed = false;

  constructor(id: string, generate: Generate, contextTokens: number | null = null) {
    this.id = id;
    this.#generate = generate;
    this.#contextTokens = contextTokens;
  }

  load(_onPhase?: (phase: LoadPhase) => void): Promise<Readiness> {
    return Promise.resolve({ ok: true, contextTokens: this.#contextTokens });
  }

  generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    return this.#generate(request, signal);
  }

  dispose(): void {
    this.disposed = true;
  }
}
