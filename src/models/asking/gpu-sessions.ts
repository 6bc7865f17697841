/** Opens models on the GPU, and remembers how their loads end and which of their answers were interrupted. */
import { isSameProblem, type ProblemRef } from '../../domain/problem.ts';
import type { ChatModel, FailureLayer } from '../chat-model.ts';
import type { GpuModel } from '../web-llm/gpu-model.ts';
import type { GpuAnswerEnd, GpuLoad, GpuPort, HeldModel } from '../web-llm/gpu-port.ts';
import type { Question } from './question.ts';
import type { ModelLoad } from '../../domain/settings.ts';
import type { UnfinishedAnswer } from '../../domain/answer.ts';

/** How each model's last load on this device ended. */
export interface LoadMemory {
  /** Null for a model that was never loaded here. */
  last(modelId: string): ModelLoad | null;
  /** Stores the load before it starts. If the page crashes while loading, this record remains for the next visit. */
  begin(load: ModelLoad): Promise<void>;
  /** Deletes the record of `begin`. */
  takeBack(modelId: string): void;
  remember(load: ModelLoad): void;
}

/** Interrupted answers. The engine stores the journal of each. */
export interface UnfinishedMemory {
  /** The answers that can be continued, newest first, without an answer that is being generated. */
  readonly offered: readonly UnfinishedAnswer[];
  /** Stores an answer while it is generated, in case this visit is interrupted. */
  keep(record: UnfinishedAnswer): void;
  /** Offers an answer that was interrupted in this visit. */
  offer(record: UnfinishedAnswer): void;
  /** Removes an answer from the offered ones because it is being continued. */
  withdraw(sessionId: string): void;
  /** Removes a complete answer, whose journal the engine has deleted. */
  finish(sessionId: string): void;
  /** Deletes the answer with its journal. */
  forget(sessionId: string): Promise<void>;
}

export interface GpuSessionsParts {
  readonly port: Pick<GpuPort, 'open'>;
  readonly loads: LoadMemory;
  readonly unfinished: UnfinishedMemory;
  readonly gpu: {
    /** The model that is on the GPU now. */
    readonly held: HeldModel | null;
    /** Whether a test prompt runs after loading. It does not if each token takes minutes. */
    readonly checksAfterLoad: boolean;
    /** The name of the GPU; null when unknown. */
    readonly adapter: string | null;
  };
}

export interface GpuSession {
  readonly model: ChatModel;
  /** Name of the journal that stores the answer. */
  readonly journal: string;
}

/** Opens sessions. A session is one answer, whose journal is stored until the answer is complete. */
export class GpuSessions {
  readonly #parts: GpuSessionsParts;

  constructor(parts: GpuSessionsParts) {
    this.#parts = parts;
  }

  /** Opens a model for a new answer. It discards a stopped answer to the same problem. */
  async open(
    model: GpuModel,
    problem: ProblemRef,
    { messages, sampling, prompt }: Question,
    contextTokens: number,
  ): Promise<GpuSession> {
    const { unfinished } = this.#parts;
    const dropped = unfinished.offered.filter(
      (other) => other.stopped && isSameProblem(other.problem, problem),
    );
    await Promise.all(dropped.map(({ sessionId }) => unfinished.forget(sessionId)));
    const record: UnfinishedAnswer = {
      sessionId: crypto.randomUUID(),
      modelId: model.id,
      label: model.label,
      contextTokens,
      problem,
      prompt,
      messages,
      sampling,
      when: Date.now(),
    };
    return { model: await this.#open(model, record, false), journal: record.sessionId };
  }

  /** Opens the model that continues an interrupted answer. */
  async reopen(model: GpuModel, record: UnfinishedAnswer): Promise<GpuSession> {
    this.#parts.unfinished.withdraw(record.sessionId);
    return { model: await this.#open(model, record, true), journal: record.sessionId };
  }

  async #open(model: GpuModel, record: UnfinishedAnswer, continues: boolean): Promise<ChatModel> {
    const { port, unfinished, gpu } = this.#parts;
    const { sessionId, contextTokens } = record;
    const onLoad = await this.#begin(model, contextTokens);
    return port.open(model, {
      contextTokens,
      check: gpu.checksAfterLoad,
      adapter: gpu.adapter,
      sessionId,
      continues,
      onLoad,
      // Before this there is no text to continue.
      onStart: () => unfinished.keep(record),
      onEnd: (end) => this.#end(record, end),
    });
  }

  /** Returns the function to call with the end of the load. */
  async #begin({ id }: GpuModel, contextTokens: number): Promise<(load: GpuLoad | null) => void> {
    const {
      loads,
      gpu: { held },
    } = this.#parts;
    if (held?.model.id === id && held.contextTokens === contextTokens) return () => undefined;
    const begun: ModelLoad = {
      modelId: id,
      result: 'started',
      contextTokens,
      when: Date.now(),
      loadMs: null,
      tokensPerSecond: loads.last(id)?.tokensPerSecond ?? null,
    };
    await loads.begin(begun);
    return (load) => {
      // A stopped load shows nothing about the model.
      if (load === null) loads.takeBack(id);
      else if (load.ok) loads.remember({ ...begun, result: 'ran', loadMs: load.milliseconds });
      else loads.remember({ ...begun, result: resultOf(load.failure.layer) });
    };
  }

  #end(record: UnfinishedAnswer, { whole, stopped, tokensPerSecond }: GpuAnswerEnd): void {
    const { loads, unfinished } = this.#parts;
    // A stopped answer can be continued until the next question.
    if (!whole) return unfinished.offer(stopped ? { ...record, stopped } : record);
    unfinished.finish(record.sessionId);
    const load = loads.last(record.modelId);
    if (load?.result === 'ran' && tokensPerSecond !== null) loads.remember({ ...load, tokensPerSecond });
  }
}

function resultOf(layer: FailureLayer): ModelLoad['result'] {
  switch (layer) {
    case 'out-of-memory':
    case 'gpu-lost':
    case 'garbage':
    case 'library':
      return layer;
    default:
      return 'failed';
  }
}
