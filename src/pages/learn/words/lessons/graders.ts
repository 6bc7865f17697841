export const judgeButton = 'Run all graders';
export const table = 'Rewards by grader';
export const graderColumn = 'Grader';
export const rewardColumn = 'Reward';
export const verdictColumn = 'Verdict';
export const programColumn = 'Program';
export const notCounted = 'not counted';
/** A reward that is missing. */
export const noReward = 'none';
export const markProgram = (grader: string): string => `: mark the program of ${grader}`;
export const markedAnswer = 'The answer, with the extracted program marked';
export const note =
  'Fractional is for teaching only. The X-ray in the playground gives the reason of each grader.';
export const paidByMistake = 'Answers that are paid by mistake:';
