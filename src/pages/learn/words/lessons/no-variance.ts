export const teachesNothing = 'A group that teaches nothing';
export const teachesSomething = 'A group that teaches something';
export const rate = 'p, right samples in 100:';
export const size = 'G, samples per group:';
export const sampleButton = 'Sample other groups';
/** The sentences around the number of groups that have both rewards, and the average share. */
export const bothRewards = (groups: number): readonly string[] =>
  `{} of these ${groups} groups, sampled at random, have both rewards. On average {} have both. The others were judged for nothing.`.split(
    '{}',
  );
export const average = (share: number): string => `${Math.round(share * 100)} %`;
export const groups = 'Sampled groups';
export const group = (number: number, right: number, all: number, teaches: boolean): string =>
  `Group ${number}: ${right} of ${all} right, ${teaches ? 'teaches' : 'teaches nothing'}`;
export const chartTitle = (size: number): string =>
  `Share of groups that teach, for G = ${size}: 1 − pᴳ − (1 − p)ᴳ`;
export const chartText = (rate: number, share: string): string => `At p = ${rate} the share is ${share}.`;
export const share = 'share';
export const rateAxis = 'p, chance that a sample is right';
export const shareAxis = 'share of groups';
