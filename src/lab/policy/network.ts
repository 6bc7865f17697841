/** The network over a batch of programs, token by token: forward pass, and backward pass with explicit gradients. */
import { exp, log, sigmoid, tanh } from './elementary.ts';
import type { Matrices } from '../kernel/matrices.ts';
import { LONGEST_PROGRAM, TOKENS } from '../tasks/vocabulary.ts';
import { EMBEDDING_SIZE, GATES_SIZE, HIDDEN_SIZE, LOGITS_SIZE, type Weights } from './weights.ts';

/** Number of rows of a batch: the largest number whose values fit into the cache of a processor. */
export const MAX_ROWS = 64;

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
  /** The previous token, or `BEGIN_TOKEN`. */
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
    const floats = (width: number): Float32Array => matrices.floats(MAX_ROWS * width);
    const hiddenStates = Array.from({ length: LONGEST_PROGRAM + 1 }, () => floats(HIDDEN_SIZE));
    this.layers = Array.from({ length: LONGEST_PROGRAM }, (_, step) => ({
      x: floats(EMBEDDING_SIZE),
      gates: floats(GATES_SIZE),
      recurrentCandidate: floats(HIDDEN_SIZE),
      stateBefore: hiddenStates[step]!,
      stateAfter: hiddenStates[step + 1]!,
      logs: floats(LOGITS_SIZE),
    }));
    this.#recurrent = floats(GATES_SIZE);
    this.#backwards = {
      logits: floats(LOGITS_SIZE),
      hidden: floats(HIDDEN_SIZE),
      gates: floats(GATES_SIZE),
      recurrent: floats(GATES_SIZE),
      x: floats(EMBEDDING_SIZE),
      output: matrices.floats(LOGITS_SIZE * HIDDEN_SIZE),
      recurrentWeights: matrices.floats(GATES_SIZE * HIDDEN_SIZE),
      input: matrices.floats(GATES_SIZE * EMBEDDING_SIZE),
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
      embed(weights, words, token, x, row * EMBEDDING_SIZE);
      gates.set(weights.gateBias, row * GATES_SIZE);
      recurrent.fill(0, row * GATES_SIZE, row * GATES_SIZE + 2 * HIDDEN_SIZE);
      recurrent.set(weights.candidateBias, row * GATES_SIZE + 2 * HIDDEN_SIZE);
      logs.set(weights.outputBias, row * LOGITS_SIZE);
    }
    this.#matrices.addProduct(x, weights.input, gates, { rows, terms: EMBEDDING_SIZE, columns: GATES_SIZE });
    this.#matrices.addProduct(stateBefore, weights.recurrent, recurrent, {
      rows,
      terms: HIDDEN_SIZE,
      columns: GATES_SIZE,
    });
    for (let row = 0; row < rows; row++) {
      for (let unit = 0; unit < HIDDEN_SIZE; unit++) {
        const [z, r, n] = [
          row * GATES_SIZE + unit,
          row * GATES_SIZE + HIDDEN_SIZE + unit,
          row * GATES_SIZE + 2 * HIDDEN_SIZE + unit,
        ];
        const at = row * HIDDEN_SIZE + unit;
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
    this.#matrices.addProduct(stateAfter, weights.output, logs, {
      rows,
      terms: HIDDEN_SIZE,
      columns: LOGITS_SIZE,
    });
    for (let row = 0; row < rows; row++) toLogProbabilities(logs, row * LOGITS_SIZE);
  }

  /** Clears the gradients. Call it before `backward` of the last layer. */
  beginBackward(weights: Weights): void {
    const { hidden, output, recurrentWeights, input } = this.#backwards;
    hidden.fill(0);
    transpose(weights.output, output, HIDDEN_SIZE, LOGITS_SIZE);
    transpose(weights.recurrent, recurrentWeights, HIDDEN_SIZE, GATES_SIZE);
    transpose(weights.input, input, EMBEDDING_SIZE, GATES_SIZE);
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
      writeSlopes(row, backwards.logits, row * LOGITS_SIZE);
      addTo(gradient.outputBias, 0, backwards.logits, row * LOGITS_SIZE, LOGITS_SIZE);
    }
    const sizes = (terms: number, columns: number) => ({ rows, terms, columns });
    const sumSize = (rowCount: number, columns: number) => ({ rows: rowCount, terms: rows, columns });
    this.#matrices.addTransposedProduct(
      stateAfter,
      backwards.logits,
      gradient.output,
      sumSize(HIDDEN_SIZE, LOGITS_SIZE),
    );
    this.#matrices.addProduct(
      backwards.logits,
      backwards.output,
      backwards.hidden,
      sizes(LOGITS_SIZE, HIDDEN_SIZE),
    );
    for (let row = 0; row < rows; row++) {
      for (let unit = 0; unit < HIDDEN_SIZE; unit++) {
        const [z, r, n] = [
          row * GATES_SIZE + unit,
          row * GATES_SIZE + HIDDEN_SIZE + unit,
          row * GATES_SIZE + 2 * HIDDEN_SIZE + unit,
        ];
        const at = row * HIDDEN_SIZE + unit;
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
      addTo(gradient.gateBias, 0, backwards.gates, row * GATES_SIZE, GATES_SIZE);
      addTo(gradient.candidateBias, 0, backwards.recurrent, row * GATES_SIZE + 2 * HIDDEN_SIZE, HIDDEN_SIZE);
    }
    this.#matrices.addTransposedProduct(
      x,
      backwards.gates,
      gradient.input,
      sumSize(EMBEDDING_SIZE, GATES_SIZE),
    );
    this.#matrices.addTransposedProduct(
      stateBefore,
      backwards.recurrent,
      gradient.recurrent,
      sumSize(HIDDEN_SIZE, GATES_SIZE),
    );
    this.#matrices.addProduct(
      backwards.recurrent,
      backwards.recurrentWeights,
      backwards.hidden,
      sizes(GATES_SIZE, HIDDEN_SIZE),
    );
    backwards.x.fill(0, 0, rows * EMBEDDING_SIZE);
    this.#matrices.addProduct(
      backwards.gates,
      backwards.input,
      backwards.x,
      sizes(GATES_SIZE, EMBEDDING_SIZE),
    );
    for (let row = 0; row < rows; row++) {
      const { words, token } = inputOfRow(row);
      addTo(gradient.tokens, token * EMBEDDING_SIZE, backwards.x, row * EMBEDDING_SIZE, EMBEDDING_SIZE);
      for (const word of words)
        addTo(gradient.words, word * EMBEDDING_SIZE, backwards.x, row * EMBEDDING_SIZE, EMBEDDING_SIZE);
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
  const start = token * EMBEDDING_SIZE;
  x.set(weights.tokens.subarray(start, start + EMBEDDING_SIZE), at);
  for (const word of words) addTo(x, at, weights.words, word * EMBEDDING_SIZE, EMBEDDING_SIZE);
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
