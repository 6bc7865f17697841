/** Texts of a run as a JUnit report. */

export const tokenLimit = (limits: string): string => `token limit ${limits}`;
export const noReward = (verdict: string): string => `${verdict}: no reward`;
export const rewardBy = (verdict: string, reward: number, profile: string): string =>
  `${verdict}: reward ${reward} by the rules of ${profile}`;
export const error = 'Error';
export const firstFailing = (index: number): string => `First failing test: index ${index}`;
export const input = 'Input';
export const expected = 'Expected';
export const got = 'Got';
