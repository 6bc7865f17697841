/** The limits of figures as codes: page, report and command line show the same. */
import { coder, merged, wordsOf, type Coded } from '../../base/coded.ts';
import * as figures from '../words/caveats.ts';
import * as rating from '../words/rating-caveats.ts';

const CAVEATS = merged(figures, rating);

export interface Caveat<Name extends string> {
  readonly name: Name;
  readonly says: Coded<typeof CAVEATS>;
}

export const caveatSays = coder<typeof CAVEATS>();

/** One sentence. */
export function caveatText({ says }: Caveat<string>): string {
  return wordsOf(CAVEATS, says);
}
