/** Sends one question to one model: loads the model, and returns the answer with its settings. */
import { errorMessage } from '../../base/error-message.ts';
import type { Answer, Asked } from '../../domain/answer.ts';
import type { ChatModel, GenerationRequest, LoadPhase, ModelFailure } from '../chat-model.ts';
import { CompletionCollector } from './collect.ts';
import type { Question } from '../prompts/prompt-messages.ts';

/** An answer that is still streaming. */
export interface AnswerDraft {
  /** Number of characters (UTF-16 units) received. */
  readonly characters: number;
  /** The answer so far. Each access builds it, so read it only to show or store it. */
  readonly answer: Answer;
}

/**
 * Callbacks for a caller that follows an answer. If a full window is enlarged, several answers begin and end in
 * sequence.
 */
export interface AnswerWatch {
  readonly onBegin?: (draft: AnswerDraft) => void;
  /** Called with the progress of loading, before the model can answer. */
  readonly onLoading?: (phase: LoadPhase) => void;
  /** Called after every event. */
  readonly onProgress?: (draft: AnswerDraft) => void;
  readonly onEnd?: (answer: Answer) => void;
}

/** A question with its model. */
export interface Asking {
  /** Disposed when the answer has ended. */
  readonly model: ChatModel;
  /** The model's name in the picker. */
  readonly label: string;
  readonly question: Question;
  /** Name of the engine's journal, for an answer that can be continued after an interruption. */
  readonly journal?: string;
}

/**
 * Sends a question and reads the answer to its end. A failure is part of the answer. Returns null if the
 * signal was already aborted; nothing is sent then.
 * @param now returns milliseconds that never decrease
 */
export async function ask(
  { model, label, question: { prompt, ...request }, journal }: Asking,
  watch: AnswerWatch,
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): Promise<Answer | null> {
  if (signal.aborted) {
    model.dispose();
    return null;
  }
  const collector = new CompletionCollector(now);
  const at = new Date().toISOString();
  let contextTokens: number | null = null;
  const answer = (hasEnded: boolean): Answer => ({
    ...answerOf(label, collector, hasEnded),
    ...(journal !== undefined && { journal }),
    ...(prompt && { asked: { at, prompt, ...askedOf(model, request, collector, contextTokens) } }),
  });
  const draft: AnswerDraft = {
    get characters() {
      return collector.characters;
    },
    get answer() {
      return answer(false);
    },
  };
  try {
    watch.onBegin?.(draft);
    const readiness = await model.load((phase) => watch.onLoading?.(phase), signal);
    if (signal.aborted) collector.push({ type: 'finished', reason: 'stopped', reasoningOpen: false });
    else if (!readiness.ok) collector.push({ type: 'failed', failure: readiness.failure });
    else {
      contextTokens = readiness.contextTokens;
      for await (const event of model.generate(request, signal)) {
        collector.push(event);
        watch.onProgress?.(draft);
        // Leaving the loop closes the connection.
        if (collector.cutTooLong()) break;
      }
    }
  } catch (error) {
    collector.push({ type: 'failed', failure: brokenModel(error) });
  } finally {
    model.dispose();
  }
  const finalAnswer = answer(true);
  watch.onEnd?.(finalAnswer);
  return finalAnswer;
}

function answerOf(label: string, collector: CompletionCollector, hasEnded: boolean): Answer {
  const { completion, failure, speed, window, sureness } = collector;
  return {
    label,
    completion,
    ended: hasEnded,
    failure,
    speed,
    ...(window && { window }),
    ...(sureness && { sureness }),
  };
}

function askedOf(
  model: ChatModel,
  { messages, sampling }: GenerationRequest,
  { identity, window, refusedParameters }: CompletionCollector,
  contextTokens: number | null,
): Omit<Asked, 'at' | 'prompt'> {
  return {
    messages,
    sampling,
    refused: refusedParameters,
    modelId: model.id,
    model: identity?.model ?? null,
    fingerprint: identity?.fingerprint ?? null,
    contextTokens: window?.contextTokens ?? contextTokens,
  };
}

/**
 * The failure for an exception. By contract, `generate` does not throw; a bug there must not look like an
 * answer.
 */
function brokenModel(error: unknown): ModelFailure {
  return {
    layer: 'protocol',
    message: `The model's connection broke: ${errorMessage(error)}`,
    remedy: 'Ask again; if it comes back, reload the page.',
  };
}
