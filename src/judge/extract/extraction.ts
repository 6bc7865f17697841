/** Taking the program out of a model's answer: what was taken, from where, and by which rule. */
export type Extraction =
  | {
      readonly found: true;
      readonly code: string;
      /** Span of the whole block, fence lines included, as offsets into the raw text. */
      readonly start: number;
      readonly end: number;
      /** The rule that chose it, one sentence for the reader of the answer. */
      readonly rule: string;
    }
  | {
      readonly found: false;
      /** Why there is nothing to run, one sentence. */
      readonly rule: string;
    };
