/** The settings with which an answer was requested, as facts and as a sentence. */
import { numberText } from '../../base/number-words.ts';
import type { Asked } from '../../domain/answer.ts';
import type { SamplingParameters } from '../../domain/completion.ts';

export interface AskedFact {
  readonly label: string;
  readonly text: string;
}

/** Returns the facts of a record in reading order. Unknown facts are left out or marked as unknown. */
export function askedFacts(request: Asked): readonly AskedFact[] {
  const { prompt, modelId, model, fingerprint, refused, contextTokens } = request;
  const facts: AskedFact[] = [
    {
      label: 'When',
      text: new Date(request.at).toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium' }),
    },
    { label: 'Prompt', text: prompt.label },
    { label: 'Model', text: modelId },
    { label: 'It calls itself', text: model ?? 'It did not say.' },
    { label: 'Fingerprint', text: fingerprint ?? 'It gave none.' },
    { label: 'Sampling', text: samplingSentence(request.sampling) },
    {
      label: 'Context window',
      text: contextTokens === null ? 'Not known.' : `${numberText(contextTokens)} tokens`,
    },
  ];
  if (refused.length > 0) {
    const text = `${refused.join(', ')}: not taken by the server, which used its own.`;
    facts.splice(-1, 0, { label: 'Left out', text });
  }
  return facts;
}

export function samplingSentence({ temperature, topP, maxTokens, seed }: SamplingParameters): string {
  const limit =
    maxTokens === null ? 'as many tokens as the model allows' : `at most ${numberText(maxTokens)} tokens`;
  return `temperature ${temperature}, top-p ${topP}, ${seed === null ? 'no seed' : `seed ${seed}`}, ${limit}`;
}
