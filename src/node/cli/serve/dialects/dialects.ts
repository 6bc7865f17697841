import type { ServiceDialect } from '../grading/dialect.ts';
import { JUDGE0 } from './judge0.ts';
import { NEMO_GYM } from './nemo-gym.ts';
import { OPEN_INSTRUCT } from './open-instruct.ts';
import { PISTON } from './piston.ts';
import { OPENRLHF, SLIME } from './remote-reward.ts';
import { REWARD_KIT } from './reward-kit.ts';
import { REWARDS } from './rewards.ts';
import { SANDBOX_FUSION } from './sandbox-fusion.ts';

export const DIALECTS: readonly ServiceDialect[] = [
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
