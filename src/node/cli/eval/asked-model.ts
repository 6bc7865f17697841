/** The model of a run: one server, asked by many questions. */
import type { Answer } from '../../../domain/answer.ts';
import type { Problem } from '../../../domain/problem.ts';
import { ask } from '../../../models/asking/ask.ts';
import { questionOf } from '../../../models/asking/question.ts';
import type { ChatModel, Readiness } from '../../../models/chat-model.ts';
import { OpenAIModel } from '../../../models/openai/hosts/openai-model.ts';
import { OpenAIServer } from '../../../models/openai/hosts/openai-server.ts';
import { unbroken } from '../../../runs/pipeline/unbroken.ts';
import type { EvalOrder } from './eval-order.ts';

/** Asks for sample `index` of a problem; null where the signal ended it. */
export type AskSample = (problem: Problem, index: number, signal: AbortSignal) => Promise<Answer | null>;

export function askerOf({ server, model: name, prompt, sampling }: EvalOrder): AskSample {
  const model = kept(new OpenAIModel(new OpenAIServer({ ...server, origin: null }), { model: name }));
  return async (problem, index, signal) => {
    const seed = sampling.seed === null ? null : sampling.seed + index;
    const question = questionOf(problem, prompt, { ...sampling, seed }, false);
    const answer = await ask({ model, label: name, question }, {}, signal);
    return answer === null ? null : unbroken(answer);
  };
}

/** What one question learns of the server, the next ones know: whether it has the model, and which fields it takes. */
function kept(model: ChatModel): ChatModel {
  let ready: Promise<Readiness> | null = null;
  return {
    id: model.id,
    get refusedParameters() {
      return model.refusedParameters ?? [];
    },
    async load(onPhase, signal) {
      ready ??= model.load(onPhase, signal);
      const mine = ready;
      const found = await mine.catch((error: unknown) => {
        if (ready === mine) ready = null;
        throw error;
      });
      // A server that is down now may be up later.
      if (!found.ok && ready === mine) ready = null;
      return found;
    },
    generate: (request, signal) => model.generate(request, signal),
    dispose: () => undefined,
  };
}
