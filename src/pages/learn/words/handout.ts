/** The handout of the lessons. */
import { counted } from '../../../base/number-words.ts';

export const withAnswers = 'With answers';
export const printButton = 'Print';
export const about =
  'The problems, programs and answers are on the pages of the lessons: open Learn on this site.';
export const name = 'Name:';
export const minutes = (count: number): string => counted(count, 'minute');
export const correct = '(correct)';
export const askAfterwards = 'Ask afterwards:';
export const notes = 'Notes';
