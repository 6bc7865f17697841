/** Sentences about the limits of a rating by contests. */

export const notAContestant = (): string =>
  'It is computed afterwards: time does not count, and all attempts stand in the first minute.';
export const fewContests = (count: number): string =>
  `It stands on ${count} ${count === 1 ? 'contest' : 'contests'}, DeepCoder's on 57; which contests are taken moved published ratings by up to 1,122 (arXiv 2602.05891).`;
export const fewAttempts = (fewest: number, usual: number): string =>
  `Some problem had ${fewest} of the usual ${usual} attempts: more attempts solve more.`;
export const orderCounts = (): string =>
  'The order of the attempts counts: it moved published ratings by up to 394, and running again by 349 (arXiv 2602.05891).';
export const endOfScale = (count: number, all: number): string =>
  `In ${count} of ${all} contests the rating stands at an end of its scale: it may lie beyond.`;
export const contestsLeftOut = (count: number): string =>
  `${count} more of the table's contests are left out, since the run lacks some of their problems.`;
export const smallField = (count: number, few: number): string =>
  `${count} of the contests have fewer than ${few} participants; CodeElo leaves such out.`;
export const checkers = (): string =>
  'Problems with several right answers, judged without their checker, make it too low; few or made-up tests too high.';
export const contestSource = (about: string): string => `The contests: ${about}`;
