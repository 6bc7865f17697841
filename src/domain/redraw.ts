/** A sample that was requested again with a larger token limit, after its answer was truncated. */
export interface Redraw {
  /** Token limit of the first answer; null for none. */
  readonly oldLimit: number | null;
  /** Tokens of the first answer. */
  readonly oldTokens: number;
  /** Token limit of the current answer, larger than the first. */
  readonly limit: number;
}
