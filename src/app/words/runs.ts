/** Sentences about a run that ended while another page was in front. */

export const runDone = (name: string): string => `The run ${name} is done.`;
export const runHalted = (name: string): string => `The run ${name} stands still.`;
