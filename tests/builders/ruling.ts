import type { ExploitRuling } from '../../src/domain/exploit.ts';

/** A wrong answer on the fourth of twenty tests, which earns nothing. */
export const RULING: ExploitRuling = {
  profile: 'standard',
  verdict: 'wrong-answer',
  reward: 0,
  testsPassed: 3,
  testsRun: 4,
  testsTotal: 20,
  says: null,
  source: null,
};
