/** A sample that was asked again with a larger limit on tokens, after its answer was truncated. */
export interface Redraw {
  /** Token limit of its first answer; null for none. */
  readonly oldLimit: number | null;
  /** Tokens of its first answer. */
  readonly oldTokens: number;
  /** Token limit of the answer that it has now, larger than the first. */
  readonly limit: number;
}
