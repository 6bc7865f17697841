/** The limits of figures as codes: page, report and command line show the same. */
import { coder, merged, wordsOf, type Coded, type DataOf } from '../../base/coded.ts';
import * as figures from '../words/caveats.ts';
import * as rating from '../words/rating-caveats.ts';

const CAVEATS = merged(figures, rating);

export interface Caveat {
  /** For programs that read the report. */
  readonly name: string;
  readonly says: Coded<typeof CAVEATS>;
}

const caveatSays = coder<typeof CAVEATS>();

export function caveat<Code extends keyof typeof CAVEATS>(
  name: string,
  code: Code,
  ...data: DataOf<(typeof CAVEATS)[Code]>
): Caveat {
  return { name, says: caveatSays(code, ...data) };
}

/** One sentence. */
export function caveatText({ says }: Caveat): string {
  return wordsOf(CAVEATS, says);
}
