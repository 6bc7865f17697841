/** The table of dialects. */
import type { Dialect } from './dialect.ts';
import { JUDGE0 } from './dialects/judge0.ts';
import { NEMO_GYM } from './dialects/nemo-gym.ts';
import { OPEN_INSTRUCT } from './dialects/open-instruct.ts';
import { PISTON } from './dialects/piston.ts';
import { OPENRLHF, SLIME } from './dialects/remote-reward.ts';
import { REWARD_KIT } from './dialects/reward-kit.ts';
import { REWARDS } from './dialects/rewards.ts';
import { SANDBOX_FUSION } from './dialects/sandbox-fusion.ts';

export const DIALECTS: readonly Dialect[] = [
  REWARDS,
  SANDBOX_FUSION,
  NEMO_GYM,
  OPEN_INSTRUCT,
  OPENRLHF,
  SLIME,
  REWARD_KIT,
  JUDGE0,
  PISTON,
];
