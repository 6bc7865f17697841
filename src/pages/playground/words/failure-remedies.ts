/** Texts of the buttons that follow a failed answer. */
import { numberText } from '../../../base/number-words.ts';

export const askWithWindow = (tokens: number): string =>
  `Ask again with a window of ${numberText(tokens)} tokens`;
export const anotherModelButton = 'Choose another model…';
