/** The table of dialects. */
import type { Dialect } from './dialect.ts';
import { REWARDS } from './dialects/rewards.ts';

export const DIALECTS: readonly Dialect[] = [REWARDS];
