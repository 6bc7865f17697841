/** The result of extracting the program from a model's answer: the text, its place and the rule. */

export type Extraction =
  | {
      readonly found: true;
      readonly code: string;
      /** Span of the whole block, fence lines included, as offsets into the raw text. */
      readonly start: number;
      readonly end: number;
      /** The rule that chose the block, as a sentence for the reader of the answer. */
      readonly how: string;
    }
  | {
      readonly found: false;
      /** Why there is no program to run, as a sentence. */
      readonly how: string;
    };

export function nothing(why: string): Extraction {
  return { found: false, how: `Nothing taken: ${why}` };
}

/** Returns the end of a sentence about the last block: the number of blocks before it. */
export function passedOverEarlier(earlier: number): string {
  return earlier > 0 ? `; passed over: ${earlier} earlier` : '';
}
