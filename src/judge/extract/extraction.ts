/** Taking the program out of a model's answer: what was taken, from where, and by which rule. */
import { coder, type Coded } from '../../base/coded.ts';
import type * as words from '../words/extractions.ts';

export type How = Coded<typeof words>;
export const by = coder<typeof words>();

export type Extraction =
  | {
      readonly found: true;
      readonly code: string;
      /** Span of the whole block, fence lines included, as offsets into the raw text. */
      readonly start: number;
      readonly end: number;
      /** The rule that chose it. */
      readonly how: How;
    }
  | {
      readonly found: false;
      /** Why there is nothing to run. */
      readonly how: How;
    };

export function nothing(how: How): Extraction {
  return { found: false, how };
}
