/** Sentences about actions that lead from one page to another. */

export const problemNotOpened = (id: string): string =>
  `The problem of the sample could not be opened: ${id}.`;
export const runSample = (run: string, sample: number): string => `${run}, sample ${sample}`;
export const groupNotShown = (error: string): string =>
  `The group could not be shown (${error}): try again, or reload the page.`;
