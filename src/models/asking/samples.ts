/** Several samples of one request, whichever way a model can give them. */
import type { ChatModel, GenerationEvent, GenerationRequest, SampleEvent } from '../chat-model.ts';

/** The default number of concurrent requests: enough to fill a server's batch, few enough for its queue. */
export const USUAL_CAP = 4;

export interface SampleOptions {
  /** Requests at once, where the samples take several. Default 4; one for a model on this machine's GPU. */
  readonly cap?: number;
}

/**
 * Streams `n` samples, interleaved: in one request where the model offers that, else in `n` requests of
 * which at most `cap` run at once, sample i with seed + i where a seed is set. Every index ends with
 * exactly one `finished` or `failed`; one that fails leaves the others be. Leaving the loop early stops all.
 */
export function streamSamples(
  model: ChatModel,
  request: GenerationRequest,
  n: number,
  { cap = USUAL_CAP }: SampleOptions,
  signal: AbortSignal,
): AsyncIterable<SampleEvent> {
  if (model.generateSamples !== undefined) return model.generateSamples(request, n, signal, cap);
  const indexes = Array.from({ length: n }, (_, index) => index);
  const ask = (index: number, each: AbortSignal) => model.generate(withSeed(request, index), each);
  return askEach(indexes, cap, ask, signal);
}

/** The request for sample `index`: with one seed for all, all would be the same sample. */
export function withSeed(request: GenerationRequest, index: number): GenerationRequest {
  const { seed } = request.sampling;
  if (seed === null || index === 0) return request;
  return { ...request, sampling: { ...request.sampling, seed: seed + index } };
}

/**
 * Asks for each index by itself, at most `cap` at once, and merges what comes. An error of a generation is thrown
 * here, because only bugs throw. `ask` gets a signal that aborts with `signal`, or when the reader leaves.
 */
export async function* askEach(
  indexes: readonly number[],
  cap: number,
  ask: (index: number, signal: AbortSignal) => AsyncIterable<GenerationEvent>,
  signal: AbortSignal,
): AsyncGenerator<SampleEvent> {
  const leaving = new AbortController();
  const either = AbortSignal.any([signal, leaving.signal]);
  const waiting = [...indexes];
  // This queue is unbounded: a model is slower than its reader.
  let arrived: SampleEvent[] = [];
  let wake = (): void => undefined;
  let working = 0;
  const errors: unknown[] = [];

  const work = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      for await (const event of ask(index, either)) {
        arrived.push({ index, event });
        wake();
      }
    }
  };
  try {
    for (let worker = 0; worker < Math.max(1, Math.min(cap, indexes.length)); worker++) {
      working++;
      void work()
        .catch((error: unknown) => errors.push(error))
        .finally(() => {
          working--;
          wake();
        });
    }
    for (;;) {
      const events = arrived;
      arrived = [];
      yield* events;
      if (errors.length > 0) throw errors[0];
      if (arrived.length > 0) continue;
      if (working === 0) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    waiting.length = 0;
    leaving.abort();
  }
}
