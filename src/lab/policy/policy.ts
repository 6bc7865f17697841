/** A policy: samples programs, computes the probabilities of programs, and learns by gradients. */
import { exp } from './elementary.ts';
import type { Matrices } from '../kernel/matrices.ts';
import type { Random } from '../../base/random.ts';
import { END_TOKEN, TOKENS } from '../tasks/vocabulary.ts';
import type { Adam } from './adam.ts';
import { entropyOf, Network, MAX_ROWS } from './network.ts';
import { BEGIN_TOKEN, HIDDEN_SIZE, initialise, LOGITS_SIZE, makeWeights, type Weights } from './weights.ts';

export interface PolicyProgram {
  /** The prompt, as indices in `WORDS`. */
  readonly words: readonly number[];
  /** The tokens of the program, `END_TOKEN` included unless it was cut off. */
  readonly tokens: readonly number[];
}

export interface Sampled extends PolicyProgram {
  /** Logarithm of the probability that each token had. */
  readonly logs: readonly number[];
  /** Mean entropy of the next token, in nats. */
  readonly entropy: number;
  /** Whether the context was full before the program ended. */
  readonly truncated: boolean;
}

/** Derivatives of the loss with respect to the tokens of one program. */
export interface Slopes {
  /** ∂loss/∂log p of each token. */
  readonly tokens: ArrayLike<number>;
  /** ∂loss/∂entropy, equal for all steps of the program. */
  readonly entropy: number;
}

export class Policy {
  readonly #network: Network;
  readonly #weights: Weights;
  readonly #gradient: Weights;

  constructor(matrices: Matrices) {
    this.#network = new Network(matrices);
    this.#weights = makeWeights(matrices);
    this.#gradient = makeWeights(matrices);
  }

  get weights(): Float32Array {
    return this.#weights.flat;
  }

  get gradient(): Float32Array {
    return this.#gradient.flat;
  }

  initialise(random: Random): void {
    initialise(this.#weights, random);
  }

  /**
   * Samples one program for each prompt.
   * @param context maximum number of tokens of a program, `END_TOKEN` included; at most `LONGEST_PROGRAM`
   */
  sample(prompts: readonly (readonly number[])[], context: number, random: Random): readonly Sampled[] {
    return inBatches(prompts, (batch) => this.#sampleBatch(batch, context, random));
  }

  /** Returns the logarithms of the probabilities of each program's tokens. */
  logs(programs: readonly PolicyProgram[]): readonly Float64Array[] {
    return inBatches(programs, (batch) => {
      const rows = longestFirst(batch);
      const logs = this.#logsOf(rows);
      return batch.map((_, index) => logs[rows.findIndex((row) => row.index === index)]!);
    });
  }

  /** Sets the gradient to 0. */
  clearGradient(): void {
    this.#gradient.flat.fill(0);
  }

  /**
   * Adds the contribution of these programs to the gradient of a loss.
   * @param slopes called once for each program, with the current logarithms of its tokens' probabilities
   */
  addGradient(
    programs: readonly PolicyProgram[],
    slopes: (index: number, logs: Float64Array) => Slopes,
  ): void {
    for (let from = 0; from < programs.length; from += MAX_ROWS) {
      const rows = longestFirst(programs.slice(from, from + MAX_ROWS));
      const logs = this.#logsOf(rows);
      this.#backward(
        rows,
        rows.map(({ index }, row) => slopes(from + index, logs[row]!)),
      );
    }
  }

  learn(adam: Adam, rate: number): void {
    adam.step(this.#weights.flat, this.#gradient.flat, rate);
  }

  #sampleBatch(prompts: readonly (readonly number[])[], context: number, random: Random): readonly Sampled[] {
    const network = this.#network;
    const sampledPrograms = prompts.map((words) => ({
      words,
      tokens: [] as number[],
      logs: [] as number[],
      entropy: 0,
      truncated: true,
    }));
    let openIndices = sampledPrograms.map((_, index) => index);
    network.begin();
    for (let step = 0; step < context && openIndices.length > 0; step++) {
      const layer = network.layers[step]!;
      const lastTokens = sampledPrograms.map(({ tokens }) => tokens.at(-1) ?? BEGIN_TOKEN);
      network.forward(this.#weights, layer, openIndices.length, (row) => ({
        words: prompts[openIndices[row]!]!,
        token: lastTokens[openIndices[row]!]!,
      }));
      const stillOpen: number[] = [];
      openIndices.forEach((index, row) => {
        const program = sampledPrograms[index]!;
        const token = drawToken(layer.logs, row * LOGITS_SIZE, random);
        program.tokens.push(token);
        program.logs.push(layer.logs[row * LOGITS_SIZE + token]!);
        program.entropy += entropyOf(layer.logs, row * LOGITS_SIZE);
        program.truncated = token !== END_TOKEN;
        if (token === END_TOKEN) return;
        // Moves unfinished rows up, so that they are always the first rows.
        layer.stateAfter.copyWithin(
          stillOpen.length * HIDDEN_SIZE,
          row * HIDDEN_SIZE,
          (row + 1) * HIDDEN_SIZE,
        );
        stillOpen.push(index);
      });
      openIndices = stillOpen;
    }
    return sampledPrograms.map((program) => ({
      ...program,
      entropy: program.entropy / program.tokens.length,
    }));
  }

  /** @returns for each row, the logarithms of its tokens' probabilities */
  #logsOf(rows: readonly Row[]): readonly Float64Array[] {
    const network = this.#network;
    const logs = rows.map(({ program }) => new Float64Array(program.tokens.length));
    network.begin();
    network.layers.slice(0, rows[0]?.program.tokens.length ?? 0).forEach((layer, step) => {
      const openCount = openRows(rows, step);
      network.forward(this.#weights, layer, openCount, (row) => inputOf(rows[row]!, step));
      for (let row = 0; row < openCount; row++) {
        logs[row]![step] = layer.logs[row * LOGITS_SIZE + rows[row]!.program.tokens[step]!]!;
      }
    });
    return logs;
  }

  #backward(rows: readonly Row[], slopes: readonly Slopes[]): void {
    const network = this.#network;
    network.beginBackward(this.#weights);
    for (let step = (rows[0]?.program.tokens.length ?? 0) - 1; step >= 0; step--) {
      const layer = network.layers[step]!;
      network.backward(
        layer,
        openRows(rows, step),
        (row) => inputOf(rows[row]!, step),
        (row, logits, at) => {
          const { tokens, entropy } = slopes[row]!;
          const rowStart = row * LOGITS_SIZE;
          const rowEntropy = entropy === 0 ? 0 : entropyOf(layer.logs, rowStart);
          for (let token = 0; token < TOKENS.length; token++) {
            const log = layer.logs[rowStart + token]!;
            logits[at + token] = -exp(log) * (tokens[step]! + entropy * (log + rowEntropy));
          }
          logits[at + rows[row]!.program.tokens[step]!]! += tokens[step]!;
        },
        this.#gradient,
      );
    }
  }
}

interface Row {
  readonly program: PolicyProgram;
  /** Index in the batch. */
  readonly index: number;
}

/** Sorts programs by length, the longest first, so that unfinished rows are always the first. */
function longestFirst(batch: readonly PolicyProgram[]): readonly Row[] {
  const rows = batch.map((program, index) => ({ program, index }));
  return rows.toSorted((one, other) => other.program.tokens.length - one.program.tokens.length);
}

function openRows(rows: readonly Row[], step: number): number {
  const firstEnded = rows.findIndex(({ program }) => program.tokens.length <= step);
  return firstEnded === -1 ? rows.length : firstEnded;
}

function inputOf({ program: { words, tokens } }: Row, step: number) {
  return { words, token: tokens[step - 1] ?? BEGIN_TOKEN };
}

function drawToken(logs: Float32Array, at: number, random: Random): number {
  let remainingShare = random.next();
  for (let token = 0; token < TOKENS.length - 1; token++) {
    remainingShare -= exp(logs[at + token]!);
    if (remainingShare < 0) return token;
  }
  return TOKENS.length - 1;
}

function inBatches<Item, Result>(
  items: readonly Item[],
  runBatch: (batch: readonly Item[]) => readonly Result[],
): readonly Result[] {
  const batchStarts = Array.from(
    { length: Math.ceil(items.length / MAX_ROWS) },
    (_, batch) => batch * MAX_ROWS,
  );
  return batchStarts.flatMap((batchStart) => runBatch(items.slice(batchStart, batchStart + MAX_ROWS)));
}
