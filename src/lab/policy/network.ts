/** The network over a batch of programs, token by token: forward pass, and backward pass with explicit gradients. */
import { exp, log, sigmoid, tanh } from './elementary.ts';
import type { Matrices } from '../kernel/matrices.ts';
import { LONGEST_PROGRAM, TOKENS } from '../tasks/vocabulary.ts';
import { EMBEDDING, GATES, HIDDEN, LOGITS, type Weights } from './weights.ts';

/** Number of rows of a batch: the largest number whose values fit into the cache of a processor. */
export const ROWS = 64;

/** The intermediate values of one token of every row. */
export interface Layer {
  readonly x: Float32Array;
  /** Update gate z, reset gate r and candidate n. */
  readonly gates: Float32Array;
  /** The recurrent part of the candidate, before the reset gate is applied. */
  readonly recurrentCandidate: Float32Array;
  /** Hidden state before the token. */
  readonly stateBefore: Float32Array;
  /** Hidden state after the token. */
  readonly stateAfter: Float32Array;
  /** Log probabilities of the next token, `LOGITS` per row, padded beyond the tokens. */
  readonly logs: Float32Array;
}

export interface RowInput {
  readonly words: readonly number[];
  /** The previous token, or `BEGIN`. */
  readonly token: number;
}

export class Network {
  readonly layers: readonly Layer[];
  readonly #matrices: Matrices;
  /** The recurrent part of the gates. */
  readonly #recurrent: Float32Array;
  readonly #backwards: Backwards;

  constructor(matrices: Matrices) {
    this.#matrices = matrices;
    const floats = (width: number): Float32Array => matrices.floats(ROWS * width);
    const hiddenStates = Array.from({ length: LONGEST_PROGRAM + 1 }, () => floats(HIDDEN));
    this.layers = Array.from({ length: LONGEST_PROGRAM }, (_, step) => ({
      x: floats(EMBEDDING),
      gates: floats(GATES),
      recurrentCandidate: floats(HIDDEN),
      stateBefore: hiddenStates[step]!,
      stateAfter: hiddenStates[step + 1]!,
      logs: floats(LOGITS),
    }));
    this.#recurrent = floats(GATES);
    this.#backwards = {
      logits: floats(LOGITS),
      hidden: floats(HIDDEN),
      gates: floats(GATES),
      recurrent: floats(GATES),
      x: floats(EMBEDDING),
      output: matrices.floats(LOGITS * HIDDEN),
      recurrentWeights: matrices.floats(GATES * HIDDEN),
      input: matrices.floats(GATES * EMBEDDING),
    };
  }

  /** Resets the hidden states. */
  begin(): void {
    this.layers[0]!.stateBefore.fill(0);
  }

  /** Computes one token of the first `rows` rows. */
  forward(weights: Weights, layer: Layer, rows: number, inputOfRow: (row: number) => RowInput): void {
    const { x, gates, recurrentCandidate, stateBefore, stateAfter, logs } = layer;
    const recurrent = this.#recurrent;
    for (let row = 0; row < rows; row++) {
      const { words, token } = inputOfRow(row);
      embed(weights, words, token, x, row * EMBEDDING);
      gates.set(weights.gateBias, row * GATES);
      recurrent.fill(0, row * GATES, row * GATES + 2 * HIDDEN);
      recurrent.set(weights.candidateBias, row * GATES + 2 * HIDDEN);
      logs.set(weights.outputBias, row * LOGITS);
    }
    this.#matrices.addProduct(x, weights.input, gates, { rows, terms: EMBEDDING, columns: GATES });
    this.#matrices.addProduct(stateBefore, weights.recurrent, recurrent, {
      rows,
      terms: HIDDEN,
      columns: GATES,
    });
    for (let row = 0; row < rows; row++) {
      for (let unit = 0; unit < HIDDEN; unit++) {
        const [z, r, n] = [row * GATES + unit, row * GATES + HIDDEN + unit, row * GATES + 2 * HIDDEN + unit];
        const at = row * HIDDEN + unit;
        const update = sigmoid(gates[z]! + recurrent[z]!);
        const reset = sigmoid(gates[r]! + recurrent[r]!);
        const candidate = tanh(gates[n]! + reset * recurrent[n]!);
        recurrentCandidate[at] = recurrent[n]!;
        gates[z] = update;
        gates[r] = reset;
        gates[n] = candidate;
        stateAfter[at] = (1 - update) * candidate + update * stateBefore[at]!;
      }
    }
    this.#matrices.addProduct(stateAfter, weights.output, logs, { rows, terms: HIDDEN, columns: LOGITS });
    for (let row = 0; row < rows; row++) toLogProbabilities(logs, row * LOGITS);
  }

  /** Clears the gradients. Call it before `backward` of the last layer. */
  beginBackward(weights: Weights): void {
    const { hidden, output, recurrentWeights, input } = this.#backwards;
    hidden.fill(0);
    transpose(weights.output, output, HIDDEN, LOGITS);
    transpose(weights.recurrent, recurrentWeights, HIDDEN, GATES);
    transpose(weights.input, input, EMBEDDING, GATES);
  }

  /**
   * Adds a layer's contribution to the gradient. Must be called from the last layer to the first.
   * @param writeSlopes writes the derivatives of the loss with respect to a row's logits, into `TOKENS.length` elements
   *   from `at` on
   */
  backward(
    layer: Layer,
    rows: number,
    inputOfRow: (row: number) => RowInput,
    writeSlopes: (row: number, logits: Float32Array, at: number) => void,
    gradient: Weights,
  ): void {
    const { x, gates, recurrentCandidate, stateBefore, stateAfter } = layer;
    const backwards = this.#backwards;
    for (let row = 0; row < rows; row++) {
      writeSlopes(row, backwards.logits, row * LOGITS);
      addTo(gradient.outputBias, 0, backwards.logits, row * LOGITS, LOGITS);
    }
    const sizes = (terms: number, columns: number) => ({ rows, terms, columns });
    const sumSize = (rowCount: number, columns: number) => ({ rows: rowCount, terms: rows, columns });
    this.#matrices.addTransposedProduct(
      stateAfter,
      backwards.logits,
      gradient.output,
      sumSize(HIDDEN, LOGITS),
    );
    this.#matrices.addProduct(backwards.logits, backwards.output, backwards.hidden, sizes(LOGITS, HIDDEN));
    for (let row = 0; row < rows; row++) {
      for (let unit = 0; unit < HIDDEN; unit++) {
        const [z, r, n] = [row * GATES + unit, row * GATES + HIDDEN + unit, row * GATES + 2 * HIDDEN + unit];
        const at = row * HIDDEN + unit;
        const [update, reset, candidate] = [gates[z]!, gates[r]!, gates[n]!];
        const slope = backwards.hidden[at]!;
        const toCandidate = slope * (1 - update) * (1 - candidate * candidate);
        backwards.gates[z] = slope * (stateBefore[at]! - candidate) * update * (1 - update);
        backwards.gates[r] = toCandidate * recurrentCandidate[at]! * reset * (1 - reset);
        backwards.gates[n] = toCandidate;
        backwards.recurrent[z] = backwards.gates[z];
        backwards.recurrent[r] = backwards.gates[r];
        backwards.recurrent[n] = toCandidate * reset;
        backwards.hidden[at] = slope * update;
      }
      addTo(gradient.gateBias, 0, backwards.gates, row * GATES, GATES);
      addTo(gradient.candidateBias, 0, backwards.recurrent, row * GATES + 2 * HIDDEN, HIDDEN);
    }
    this.#matrices.addTransposedProduct(x, backwards.gates, gradient.input, sumSize(EMBEDDING, GATES));
    this.#matrices.addTransposedProduct(
      stateBefore,
      backwards.recurrent,
      gradient.recurrent,
      sumSize(HIDDEN, GATES),
    );
    this.#matrices.addProduct(
      backwards.recurrent,
      backwards.recurrentWeights,
      backwards.hidden,
      sizes(GATES, HIDDEN),
    );
    backwards.x.fill(0, 0, rows * EMBEDDING);
    this.#matrices.addProduct(backwards.gates, backwards.input, backwards.x, sizes(GATES, EMBEDDING));
    for (let row = 0; row < rows; row++) {
      const { words, token } = inputOfRow(row);
      addTo(gradient.tokens, token * EMBEDDING, backwards.x, row * EMBEDDING, EMBEDDING);
      for (const word of words)
        addTo(gradient.words, word * EMBEDDING, backwards.x, row * EMBEDDING, EMBEDDING);
    }
  }
}

/** Derivatives with respect to the values of a layer, and transposed weights. */
interface Backwards {
  readonly logits: Float32Array;
  readonly hidden: Float32Array;
  readonly gates: Float32Array;
  readonly recurrent: Float32Array;
  readonly x: Float32Array;
  readonly output: Float32Array;
  readonly recurrentWeights: Float32Array;
  readonly input: Float32Array;
}

/** Returns the entropy of a row's next token, in nats. */
export function entropyOf(logs: Float32Array, at: number): number {
  let entropy = 0;
  for (let token = 0; token < TOKENS.length; token++) {
    const logProbability = logs[at + token]!;
    entropy -= exp(logProbability) * logProbability;
  }
  return entropy;
}

function embed(weights: Weights, words: readonly number[], token: number, x: Float32Array, at: number): void {
  const start = token * EMBEDDING;
  x.set(weights.tokens.subarray(start, start + EMBEDDING), at);
  for (const word of words) addTo(x, at, weights.words, word * EMBEDDING, EMBEDDING);
}

/** Converts logits to log probabilities. */
function toLogProbabilities(logs: Float32Array, at: number): void {
  let maximum = -Infinity;
  for (let token = 0; token < TOKENS.length; token++) maximum = Math.max(maximum, logs[at + token]!);
  let sum = 0;
  for (let token = 0; token < TOKENS.length; token++) sum += exp(logs[at + token]! - maximum);
  const logTotal = maximum + log(sum);
  for (let token = 0; token < TOKENS.length; token++) logs[at + token]! -= logTotal;
}

function addTo(target: Float32Array, at: number, source: Float32Array, start: number, count: number): void {
  for (let index = 0; index < count; index++) target[at + index]! += source[start + index]!;
}

function transpose(source: Float32Array, target: Float32Array, rows: number, columns: number): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      target[column * rows + row] = source[row * columns + column]!;
  }
}
