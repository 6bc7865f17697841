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
  readonly recalled: Float32Array;
  /** Hidden state before the token. */
  readonly before: Float32Array;
  /** Hidden state after the token. */
  readonly after: Float32Array;
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
  readonly #back: Backwards;

  constructor(matrices: Matrices) {
    this.#matrices = matrices;
    const floats = (width: number): Float32Array => matrices.floats(ROWS * width);
    const hiddenStates = Array.from({ length: LONGEST_PROGRAM + 1 }, () => floats(HIDDEN));
    this.layers = Array.from({ length: LONGEST_PROGRAM }, (_, step) => ({
      x: floats(EMBEDDING),
      gates: floats(GATES),
      recalled: floats(HIDDEN),
      before: hiddenStates[step]!,
      after: hiddenStates[step + 1]!,
      logs: floats(LOGITS),
    }));
    this.#recurrent = floats(GATES);
    this.#back = {
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
    this.layers[0]!.before.fill(0);
  }

  /** Computes one token of the first `rows` rows. */
  forward(weights: Weights, layer: Layer, rows: number, read: (row: number) => RowInput): void {
    const { x, gates, recalled, before, after, logs } = layer;
    const recurrent = this.#recurrent;
    for (let row = 0; row < rows; row++) {
      const { words, token } = read(row);
      embed(weights, words, token, x, row * EMBEDDING);
      gates.set(weights.gateBias, row * GATES);
      recurrent.fill(0, row * GATES, row * GATES + 2 * HIDDEN);
      recurrent.set(weights.candidateBias, row * GATES + 2 * HIDDEN);
      logs.set(weights.outputBias, row * LOGITS);
    }
    this.#matrices.addProduct(x, weights.input, gates, { rows, terms: EMBEDDING, columns: GATES });
    this.#matrices.addProduct(before, weights.recurrent, recurrent, { rows, terms: HIDDEN, columns: GATES });
    for (let row = 0; row < rows; row++) {
      for (let unit = 0; unit < HIDDEN; unit++) {
        const [z, r, n] = [row * GATES + unit, row * GATES + HIDDEN + unit, row * GATES + 2 * HIDDEN + unit];
        const at = row * HIDDEN + unit;
        const update = sigmoid(gates[z]! + recurrent[z]!);
        const reset = sigmoid(gates[r]! + recurrent[r]!);
        const candidate = tanh(gates[n]! + reset * recurrent[n]!);
        recalled[at] = recurrent[n]!;
        gates[z] = update;
        gates[r] = reset;
        gates[n] = candidate;
        after[at] = (1 - update) * candidate + update * before[at]!;
      }
    }
    this.#matrices.addProduct(after, weights.output, logs, { rows, terms: HIDDEN, columns: LOGITS });
    for (let row = 0; row < rows; row++) normalise(logs, row * LOGITS);
  }

  /** Clears the gradients. Call it before `backward` of the last layer. */
  beginBackward(weights: Weights): void {
    const { hidden, output, recurrentWeights, input } = this.#back;
    hidden.fill(0);
    transpose(weights.output, output, HIDDEN, LOGITS);
    transpose(weights.recurrent, recurrentWeights, HIDDEN, GATES);
    transpose(weights.input, input, EMBEDDING, GATES);
  }

  /**
   * Adds a layer's contribution to the gradient. Must be called from the last layer to the first.
   * @param slope writes the derivatives of the loss with respect to a row's logits, into `TOKENS.length` elements
   *   from `at` on
   */
  backward(
    layer: Layer,
    rows: number,
    read: (row: number) => RowInput,
    slope: (row: number, logits: Float32Array, at: number) => void,
    gradient: Weights,
  ): void {
    const { x, gates, recalled, before, after } = layer;
    const back = this.#back;
    for (let row = 0; row < rows; row++) {
      slope(row, back.logits, row * LOGITS);
      addTo(gradient.outputBias, 0, back.logits, row * LOGITS, LOGITS);
    }
    const sizes = (terms: number, columns: number) => ({ rows, terms, columns });
    const sumSize = (rowCount: number, columns: number) => ({ rows: rowCount, terms: rows, columns });
    this.#matrices.addTransposedProduct(after, back.logits, gradient.output, sumSize(HIDDEN, LOGITS));
    this.#matrices.addProduct(back.logits, back.output, back.hidden, sizes(LOGITS, HIDDEN));
    for (let row = 0; row < rows; row++) {
      for (let unit = 0; unit < HIDDEN; unit++) {
        const [z, r, n] = [row * GATES + unit, row * GATES + HIDDEN + unit, row * GATES + 2 * HIDDEN + unit];
        const at = row * HIDDEN + unit;
        const [update, reset, candidate] = [gates[z]!, gates[r]!, gates[n]!];
        const slope = back.hidden[at]!;
        const toCandidate = slope * (1 - update) * (1 - candidate * candidate);
        back.gates[z] = slope * (before[at]! - candidate) * update * (1 - update);
        back.gates[r] = toCandidate * recalled[at]! * reset * (1 - reset);
        back.gates[n] = toCandidate;
        back.recurrent[z] = back.gates[z];
        back.recurrent[r] = back.gates[r];
        back.recurrent[n] = toCandidate * reset;
        back.hidden[at] = slope * update;
      }
      addTo(gradient.gateBias, 0, back.gates, row * GATES, GATES);
      addTo(gradient.candidateBias, 0, back.recurrent, row * GATES + 2 * HIDDEN, HIDDEN);
    }
    this.#matrices.addTransposedProduct(x, back.gates, gradient.input, sumSize(EMBEDDING, GATES));
    this.#matrices.addTransposedProduct(before, back.recurrent, gradient.recurrent, sumSize(HIDDEN, GATES));
    this.#matrices.addProduct(back.recurrent, back.recurrentWeights, back.hidden, sizes(GATES, HIDDEN));
    back.x.fill(0, 0, rows * EMBEDDING);
    this.#matrices.addProduct(back.gates, back.input, back.x, sizes(GATES, EMBEDDING));
    for (let row = 0; row < rows; row++) {
      const { words, token } = read(row);
      addTo(gradient.tokens, token * EMBEDDING, back.x, row * EMBEDDING, EMBEDDING);
      for (const word of words) addTo(gradient.words, word * EMBEDDING, back.x, row * EMBEDDING, EMBEDDING);
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
    const each = logs[at + token]!;
    entropy -= exp(each) * each;
  }
  return entropy;
}

function embed(weights: Weights, words: readonly number[], token: number, x: Float32Array, at: number): void {
  const start = token * EMBEDDING;
  x.set(weights.tokens.subarray(start, start + EMBEDDING), at);
  for (const word of words) addTo(x, at, weights.words, word * EMBEDDING, EMBEDDING);
}

/** Converts logits to log probabilities. */
function normalise(logs: Float32Array, at: number): void {
  let most = -Infinity;
  for (let token = 0; token < TOKENS.length; token++) most = Math.max(most, logs[at + token]!);
  let sum = 0;
  for (let token = 0; token < TOKENS.length; token++) sum += exp(logs[at + token]! - most);
  const logTotal = most + log(sum);
  for (let token = 0; token < TOKENS.length; token++) logs[at + token]! -= logTotal;
}

function addTo(to: Float32Array, at: number, from: Float32Array, start: number, count: number): void {
  for (let each = 0; each < count; each++) to[at + each]! += from[start + each]!;
}

function transpose(from: Float32Array, to: Float32Array, rows: number, columns: number): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) to[column * rows + row] = from[row * columns + column]!;
  }
}
