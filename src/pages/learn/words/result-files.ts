/** Faults of the result files of a class. */

export const tooLarge = (file: string): string => `${file}: The file is too large for results of lessons.`;
export const notRead = (file: string, reason: string): string =>
  `${file}: ${reason} Ask for the file that “My results” saves.`;
export const notJson = 'The file is not JSON.';
export const noResults = 'The file has no results of lessons.';
export const otherVersion = 'The file is from another version of Allpass.';
export const damaged = 'A prediction in the file is damaged.';
