/** The facts that a reader gets about its row, and its reports besides the problem. */
export interface Reading {
  /** How many rows of this format stand before it, in all files: the name of rows that have none. */
  readonly ordinal: number;
  /** The row was kept, but not as it stands. */
  repaired(field: string, fault: string): void;
  /** Another loader would have lost of it what is kept here. */
  lostByOthers(loss: Loss): void;
}

/**
 * The losses of other loaders for rows that are kept here, found by reading the loaders (commits of 2026) or running
 * them.
 */

export interface Loss {
  readonly loader: string;
  readonly reason: string;
}

function loss(loader: string, reason: string): Loss {
  return { loader, reason };
}

const losses = {
  /** rllm-org/rllm 9beb6e0 `prepare_deepcoder_data.py`: `_normalize_tests`. */
  callAsStdin: loss(
    'rLLM prepare_deepcoder_data',
    'drops fn_name and grades the calls as stdin programs: nothing can pass',
  ),
  /** rllm-org/rllm 9beb6e0 `taco_to_lcb_format`. */
  padded: loss(
    'rLLM taco_to_lcb_format',
    'pads the shorter of inputs and outputs with its first element: tests that no right program passes',
  ),
  firstElement: loss('rLLM taco_to_lcb_format', 'takes the first element of an expected list for the whole'),
  /** rllm-org/rllm 9beb6e0 `lcb_check_correctness_v2`, measured: -4 for every program. */
  emptyLine: loss(
    'rLLM and LiveCodeBench',
    'parse a blank line of a functional input, or an empty one, as JSON: nothing can pass',
  ),
  /** agentica-project/rllm 874daa4 `check_correctness(max_tests=15)`, measured. */
  manyCalls: loss(
    'rLLM as DeepCoder was trained with it (2025-05)',
    'loses fn_name where more than 15 calls are given: nothing can pass',
  ),
  /** rllm-org/rllm 9beb6e0 `livecodebench_transform`. */
  hiddenTests: loss('rLLM livecodebench (registry)', 'passes the public tests only, and no metadata'),
} as const satisfies Readonly<Record<string, Loss>>;

export const LOSSES: typeof losses = losses;
