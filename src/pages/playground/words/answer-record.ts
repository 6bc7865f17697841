/** Texts below an answer. */

export const continueButton = 'Continue the answer';
export const judgeButton = 'Judge this answer';
