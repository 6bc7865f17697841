/**
 * The losses of other loaders for rows that are kept here, found by reading the loaders (commits of 2026) or running
 * them.
 */
import { fault, type Fault } from '../faults/fault.ts';
import { LOADERS } from '../words/loaders.ts';

export interface Loss {
  readonly loader: string;
  readonly reason: Fault;
}

function loss(name: keyof typeof LOADERS, reason: Fault): Loss {
  return { loader: LOADERS[name], reason };
}

const losses = {
  /** rllm-org/rllm 9beb6e0 `prepare_deepcoder_data.py`: `_normalize_tests`. */
  callAsStdin: loss('callAsStdin', fault('gradesCallsAsStdin')),
  /** rllm-org/rllm 9beb6e0 `taco_to_lcb_format`. */
  padded: loss('padded', fault('padsTests')),
  firstElement: loss('firstElement', fault('takesFirstElement')),
  /** rllm-org/rllm 9beb6e0 `lcb_check_correctness_v2`, measured: -4 for every program. */
  emptyLine: loss('emptyLine', fault('parsesEmptyLine')),
  /** agentica-project/rllm 874daa4 `check_correctness(max_tests=15)`, measured. */
  manyCalls: loss('manyCalls', fault('losesFunctionName', 15)),
  /** rllm-org/rllm 9beb6e0 `livecodebench_transform`. */
  hiddenTests: loss('hiddenTests', fault('passesPublicTestsOnly')),
} as const satisfies Readonly<Record<string, Loss>>;

export const LOSSES: typeof losses = losses;
