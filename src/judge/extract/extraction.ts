/** Taking the program out of a model's answer: what was taken, from where, and by which rule. */

export type Extraction =
  | {
      readonly found: true;
      readonly code: string;
      /** Span of the whole block, fence lines included, as offsets into the raw text. */
      readonly start: number;
      readonly end: number;
      /** The rule that chose it: a sentence for the reader of the answer. */
      readonly how: string;
    }
  | {
      readonly found: false;
      /** The reason for having nothing to run: a sentence. */
      readonly how: string;
    };

export function nothing(why: string): Extraction {
  return { found: false, how: `Nothing taken: ${why}` };
}

/** The end of a sentence about the last block: how many stand before it. */
export function passedOverEarlier(earlier: number): string {
  return earlier > 0 ? `; passed over: ${earlier} earlier` : '';
}
