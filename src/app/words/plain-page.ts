/** Sentences of the pages that have no app: one that could not start, and one for the command line. */

export const pageTitle = (heading: string): string => `${heading} · Allpass`;
export const playgroundLink = 'Open the playground';

// driven-page.ts
export const drivenTitle = 'The command line’s page';
export const drivenWithoutCommand =
  'This address is for the commands of allpass that judge, which open it in a browser of their own and judge there. No command line answers here, so nothing is run.';
/** The place of packages, as messages of the judge name it. */
export const packagesOption = 'the folder that --packages names';
