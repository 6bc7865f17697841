/** The context of a reader: facts about its row, and functions that report repairs and losses. */
export interface Reading {
  /** Number of earlier rows of this format in all files. It is used as the id of a row without an id. */
  readonly ordinal: number;
  /**
   * Reports a change to the row.
   * @param fault message that follows the name of the field
   */
  reportRepair(field: string, fault: string): void;
  /** Reports that another loader loses the row or a part of it. */
  reportLoss(loss: Loss): void;
}

/**
 * A loss in another loader of a row that is kept here. It is known from the loader's code (commits of 2026), or
 * was measured by running the loader. `reason` is a message that follows the name of the loader.
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
