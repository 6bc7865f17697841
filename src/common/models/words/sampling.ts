/** The sentences of SamplingForm.svelte. */
import { numberText } from '../../../base/number-words.ts';

export const legend = 'Sampling';

/** Labels of the fields; `placeholder` is what null means. */
export const fields = {
  temperature: { label: 'Temperature' },
  topP: { label: 'Top-p' },
  seed: { label: 'Seed', placeholder: 'none' },
  maxTokens: { label: 'Max tokens', placeholder: 'as many as the model allows' },
} as const;

export const tooFewTokens = (usual: number): string =>
  `A reasoning model usually takes about ${numberText(usual)} tokens: with fewer, most of its answers are cut off before there is a program.`;
export const logProbabilities = 'Ask for log-probabilities (how sure each token was), where they are offered';
export const note =
  "These hold for every model. DeepCoder's authors recommend 0.6, 0.95, no system prompt and room for long reasoning.";
