/** The weights of the policy, a recurrent network with gates (GRU), as views of one array. */
import type { Matrices } from '../kernel/matrices.ts';
import type { Random } from '../../base/random.ts';
import { WORDS } from '../tasks/tasks.ts';
import { TOKENS } from '../tasks/vocabulary.ts';

/** Size of an embedding. */
export const EMBEDDING_SIZE = 32;
/** Size of the hidden state. */
export const HIDDEN_SIZE = 64;
/** Number of columns of the update gate, the reset gate and the candidate, side by side. */
export const GATES_SIZE = 3 * HIDDEN_SIZE;
/** Number of logits per step: one per token, padded to a multiple of 16. */
export const LOGITS_SIZE = Math.ceil(TOKENS.length / 16) * 16;
/** The token before the first one. */
export const BEGIN_TOKEN = TOKENS.length;

/** Shapes of the weights, in row-major order. */
const SHAPES = {
  /** An embedding for each token, and for `BEGIN_TOKEN`. */
  tokens: [TOKENS.length + 1, EMBEDDING_SIZE],
  /** An embedding for each word of a prompt. */
  words: [WORDS.length, EMBEDDING_SIZE],
  input: [EMBEDDING_SIZE, GATES_SIZE],
  recurrent: [HIDDEN_SIZE, GATES_SIZE],
  gateBias: [1, GATES_SIZE],
  /** Added to the candidate's recurrent part, before the reset gate. */
  candidateBias: [1, HIDDEN_SIZE],
  output: [HIDDEN_SIZE, LOGITS_SIZE],
  outputBias: [1, LOGITS_SIZE],
} as const;
type WeightPart = keyof typeof SHAPES;
const PARTS = Object.keys(SHAPES) as readonly WeightPart[];

/** Standard deviations of the initial weights. Biases start at 0. */
const INITIAL_DEVIATIONS: Readonly<Partial<Record<WeightPart, number>>> = {
  tokens: 0.5,
  words: 0.5,
  input: 1 / Math.sqrt(EMBEDDING_SIZE),
  recurrent: 0.6 / Math.sqrt(HIDDEN_SIZE),
  output: 1 / Math.sqrt(HIDDEN_SIZE),
};

/** Weights or their gradients. */
export type Weights = Readonly<Record<WeightPart, Float32Array>> & { readonly flat: Float32Array };

export const WEIGHT_COUNT = PARTS.reduce((sum, part) => sum + SHAPES[part][0] * SHAPES[part][1], 0);

/** Creates weights that are all 0. */
export function makeWeights(matrices: Matrices): Weights {
  const flat = matrices.floats(WEIGHT_COUNT);
  let partEnd = 0;
  const views = PARTS.map((part): [WeightPart, Float32Array] => {
    const [rows, columns] = SHAPES[part];
    partEnd += rows * columns;
    return [part, flat.subarray(partEnd - rows * columns, partEnd)];
  });
  return { ...(Object.fromEntries(views) as Record<WeightPart, Float32Array>), flat };
}

export function initialise(weights: Weights, random: Random): void {
  for (const part of PARTS) {
    const standardDeviation = INITIAL_DEVIATIONS[part] ?? 0;
    for (let at = 0; at < weights[part].length; at++) weights[part][at] = standardDeviation * random.normal();
  }
}
