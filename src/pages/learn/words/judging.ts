/** The button that judges what a lesson or a group needs. */

export const stopButton = 'Stop';
export const judging = (left: number): string => `Judging, ${left} remaining…`;
export const graded = 'Graded in this browser.';
export const judgeFailed = (count: number): string =>
  `The judge failed on ${count}. Press the button to judge again.`;
