/** Texts in the place of a statement that cannot be shown. */

export const bundledMissing = 'The bundled problems are missing';
export const bundledMissingRemedy = 'Reload the page, or drop a problems.jsonl on it.';
export const noSuchProblem = 'No such problem';
export const noSuchProblemBefore = 'There is no problem';
export const noSuchProblemAfter = 'here. It may belong to a file that was not imported in this browser.';
export const noSuchProblemRemedy = 'Choose another one from the list, or drop the file with it on this page.';
export const firstProblemButton = 'Open the first problem';
export const problemFailed = 'The problem could not be opened';
export const problemFailedRemedy = 'Reload the page to try again.';
