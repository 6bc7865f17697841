/** GRPO as four libraries have it: the same words, different code. */
import type { AdvantageRule, Overlong } from './advantages.ts';
import { LIBRARY_WORDS } from '../words/libraries.ts';
import type { Aggregation } from './loss.ts';

export interface Library {
  readonly name: keyof typeof LIBRARY_WORDS;
  readonly title: string;
  readonly source: string;
  readonly advantage: AdvantageRule;
  readonly aggregation: Aggregation;
  readonly clipLow: number;
  readonly clipHigh: number;
  /** Its treatment of overlong answers, if it filters them at all. */
  readonly overlong: Overlong;
}

/** Each as of the day in its source. */
export const LIBRARIES: readonly Library[] = [
  {
    name: 'deepcoder',
    ...LIBRARY_WORDS.deepcoder,
    advantage: { scale: 'group', correction: 1, epsilon: 1e-6 },
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.28,
    overlong: 'zeroed',
  },
  {
    name: 'verl',
    ...LIBRARY_WORDS.verl,
    advantage: { scale: 'group', correction: 1, epsilon: 1e-6 },
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.2,
    overlong: 'penalised',
  },
  {
    name: 'trl',
    ...LIBRARY_WORDS.trl,
    advantage: { scale: 'group', correction: 1, epsilon: 1e-4 },
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.2,
    overlong: 'masked',
  },
  {
    name: 'rllm',
    ...LIBRARY_WORDS.rllm,
    advantage: { scale: 'group', correction: 0, epsilon: 1e-6 },
    aggregation: 'sequence-mean',
    clipLow: 0.2,
    clipHigh: 0.28,
    overlong: 'dropped',
  },
];
