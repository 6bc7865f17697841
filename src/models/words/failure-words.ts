/** How the catalogue of failures words one: its event with its place, and the remedy. */
export interface FailureWords {
  /** The failure and its place, one sentence. */
  readonly message: string;
  /** The remedy, one sentence. */
  readonly remedy: string;
}
