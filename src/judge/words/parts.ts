/** Half sentences about the judge's own code. */

/** @param reason as the browser has it */
export const isNotLoaded = (reason: string): string =>
  `a part of the judge could not be loaded (${reason}): reload the page`;
