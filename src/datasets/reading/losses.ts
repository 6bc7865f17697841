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

const losses = {
  /** rllm-org/rllm 9beb6e0 `prepare_deepcoder_data.py`: `_normalize_tests`. */
  callAsStdin: {
    loader: LOADERS.callAsStdin,
    reason: fault('gradesCallsAsStdin'),
  },
  /** rllm-org/rllm 9beb6e0 `taco_to_lcb_format`. */
  padded: {
    loader: LOADERS.padded,
    reason: fault('padsTests'),
  },
  firstElement: {
    loader: LOADERS.firstElement,
    reason: fault('takesFirstElement'),
  },
  /** rllm-org/rllm 9beb6e0 `lcb_check_correctness_v2`, measured: -4 for every program. */
  emptyLine: {
    loader: LOADERS.emptyLine,
    reason: fault('parsesEmptyLine'),
  },
  /** agentica-project/rllm 874daa4 `check_correctness(max_tests=15)`, measured. */
  manyCalls: {
    loader: LOADERS.manyCalls,
    reason: fault('losesFunctionName', 15),
  },
  /** rllm-org/rllm 9beb6e0 `livecodebench_transform`. */
  hiddenTests: {
    loader: LOADERS.hiddenTests,
    reason: fault('passesPublicTestsOnly'),
  },
} as const satisfies Readonly<Record<string, Loss>>;

export const LOSSES: typeof losses = losses;
