/** Sentences on why no compiled library was found for the address of a model's weights. */
import { wordsOf, type Coded } from '../../../base/coded.ts';
import * as problems from './file-problems.ts';
import * as differences from './library-differences.ts';

export const configIsWrong = (url: string, problem: Coded<typeof problems>): string =>
  `${url} ${wordsOf(problems, problem)}.`;

export const noLibraryFits = (difference: Coded<typeof differences>): string =>
  `No library of web-llm's list fits: ${wordsOf(differences, difference)}. Compile one, and give its address.`;

export const configAnsweredWith = (url: string, status: number): string =>
  `${url} could not be read: the server answers with status ${status}.`;

/** `url`: null where the address of the weights is none. */
export const configUnread = (url: string | null, reason: string): string =>
  `${url ?? 'The address of the weights'} could not be read: ${reason}.`;
