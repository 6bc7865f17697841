/**
 * The inputs that the toy's programs are tested on. The same for every seed: what was judged once need not be judged
 * again.
 */
import { Random } from '../../base/random.ts';

export interface Input {
  readonly a: number;
  readonly b: number;
}

const STRONG = 30;
const WEAK = 10;
const LARGEST = 20;

/** Inputs of both signs, small and large, equal, and b never 0: no wrong program is known to pass them all. */
export const STRONG_INPUTS: readonly Input[] = strongInputs();

/** Only a > b > 0, where `abs` changes nothing and the larger one is known. */
export const WEAK_INPUTS: readonly Input[] = weakInputs();

function strongInputs(): readonly Input[] {
  const random = new Random(1, 'strong inputs');
  const chosen = [
    [1, 1],
    [2, 5],
    [5, 2],
    [-3, 4],
    [4, -3],
    [-5, -2],
    [7, 7],
    [0, 3],
  ].map(([a, b]) => ({ a: a!, b: b! }));
  const drawn = Array.from({ length: STRONG - chosen.length }, () => {
    const [a, b] = [random.below(2 * LARGEST + 1) - LARGEST, random.below(2 * LARGEST + 1) - LARGEST];
    return { a, b: b === 0 ? 1 : b };
  });
  return [...chosen, ...drawn];
}

function weakInputs(): readonly Input[] {
  const random = new Random(1, 'weak inputs');
  return Array.from({ length: WEAK }, () => {
    const b = 1 + random.below(LARGEST / 2);
    return { a: b + 1 + random.below(LARGEST / 2), b };
  });
}
