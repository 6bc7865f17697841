/**
 * Adam ("Adam: A Method for Stochastic Optimization", 2014) with the gradient's norm clipped at 1, as in DeepCoder.
 */

const FIRST_DECAY = 0.9;
const SECOND_DECAY = 0.99;
const EPSILON = 1e-8;
const LARGEST_NORM = 1;

export class Adam {
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  /** The decay rates to the power of the number of steps. They correct for the means, which start at 0. */
  #firstDecayPower = 1;
  #secondDecayPower = 1;

  constructor(count: number) {
    this.#mean = new Float32Array(count);
    this.#square = new Float32Array(count);
  }

  step(weights: Float32Array, gradient: Float32Array, rate: number): void {
    const [mean, square] = [this.#mean, this.#square];
    let sum = 0;
    for (let at = 0; at < gradient.length; at++) sum += gradient[at]! * gradient[at]!;
    const norm = Math.sqrt(sum);
    const scale = norm > LARGEST_NORM ? LARGEST_NORM / norm : 1;
    this.#firstDecayPower *= FIRST_DECAY;
    this.#secondDecayPower *= SECOND_DECAY;
    const [first, second] = [1 - this.#firstDecayPower, 1 - this.#secondDecayPower];
    for (let at = 0; at < gradient.length; at++) {
      const slope = gradient[at]! * scale;
      mean[at] = FIRST_DECAY * mean[at]! + (1 - FIRST_DECAY) * slope;
      square[at] = SECOND_DECAY * square[at]! + (1 - SECOND_DECAY) * slope * slope;
      weights[at]! -= (rate * (mean[at]! / first)) / (Math.sqrt(square[at]! / second) + EPSILON);
    }
  }
}
