/** The sentences of SamplingForm.svelte. */
import { numberText } from '../../../base/number-words.ts';
import type { SamplingParameters } from '../../../domain/completion.ts';

export const legend = 'Sampling';

interface FieldWords {
  readonly label: string;
  /** The values that it takes, in a sentence after "may be". */
  readonly may: string;
  /** The text that the field shows for null. */
  readonly none?: string;
}
export const fields: Readonly<Record<keyof SamplingParameters, FieldWords>> = {
  temperature: { label: 'Temperature', may: 'a number from 0 to 5, such as 0.6' },
  topP: { label: 'Top-p', may: 'a number from 0.001 to 1, such as 0.95' },
  seed: { label: 'Seed', may: 'a whole number from 0, or nothing', none: 'none' },
  maxTokens: {
    label: 'Max tokens',
    may: 'a whole number from 1, or nothing for as many as the model allows',
    none: 'as many as the model allows',
  },
};

/** @param current the value that stays; null for none */
export function wrongValue({ label, may, none }: FieldWords, current: number | null): string {
  return `${label} may be ${may}. Until then it stays ${current ?? none}.`;
}

export const tooFewTokens = (usual: number): string =>
  `A reasoning model usually takes about ${numberText(usual)} tokens: with fewer, most of its answers are cut off before there is a program.`;
export const logProbabilities = 'Ask for log-probabilities (how sure each token was), where they are offered';
export const note =
  "These hold for every model. DeepCoder's authors recommend 0.6, 0.95, no system prompt and room for long reasoning.";
