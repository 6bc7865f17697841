/** Sentences about a run that waits or has stopped, and about a budget that is spent. */
import { counted } from '../../base/number-words.ts';

// Reasons why a run stops
/** A failure in its own words: of an answer as it is recorded, or of the place where the run is. */
export const failed = (message: string, remedy: string): string => `${message} ${remedy}`;
export const answersNotRead = (reason: string): string =>
  `An answer could not be read from where it is stored: ${reason}. Remove the cause and resume the run: nothing is lost.`;
export const judgeFailed = (reason: string): string => `${reason} Remove the cause and resume the run.`;
export const resultsNotStored = (reason: string): string =>
  `The results could not be stored: ${reason}. Free some space, and go on: what was stored is kept.`;

// While it goes on
/** @param failure of an answer, as it is recorded */
export const waitsForServer = (failure: string, minutes: number): string =>
  `${failure} The run waits for it, up to ${Math.ceil(minutes * 10) / 10} minutes.`;
/** @param failure of an answer, as it is recorded, and its `remedy` @param limit answers asked for at once */
export const asksForFewer = (failure: string, limit: number, remedy: string): string =>
  `${failure} Other answers were under way: it is asked again, and the run goes on with ${limit} at once. ${remedy}`;

// Budgets, in a word or two
export const minutes = (budget: number): string => counted(budget, 'minute');
export const tokens = (budget: number): string => counted(budget, 'token');
export const money = (budget: number): string => `${budget} of money`;
