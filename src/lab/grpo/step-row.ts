/** The summary of one step of training. Names as in TRL's logs, where it has one. */
export interface StepRow {
  /** From 1. */
  readonly step: number;
  /** Mean over the samples that have one; null where none has. */
  readonly reward: number | null;
  /** Share of the samples that do what their prompt asks, by 30 tests that no reward is given for. */
  readonly true_pass_rate: number | null;
  /** Mean over the groups of the standard deviation of their rewards. */
  readonly reward_std: number;
  /** Share of the groups whose rewards are all the same: they teach nothing. */
  readonly frac_reward_zero_std: number;
  /** Entropy of the next token, in nats, mean over the sampled tokens. */
  readonly entropy: number;
  /** Distance from the base policy a token that was learned from, in nats (k3); null without KL. */
  readonly kl: number | null;
  /** Share of the tokens learned from whose gradient was clipped. */
  readonly clip_ratio: number;
  /** Tokens a program, mean. */
  readonly completion_length: number;
  /** Share of the samples that were cut off at the end of the context. */
  readonly clipped_ratio: number;
  /** Tasks that are not set aside. */
  readonly tasks: number;
  /** Programs of this step that a verdict was asked for, those that the judge had to run, and the tests it ran. */
  readonly programs: number;
  readonly programs_run: number;
  readonly tests_run: number;
  /** Samples without a reward: the judge failed on them. */
  readonly unjudged: number;
  /** Since the run began, the base policy's making included. The one figure that differs from run to run. */
  readonly seconds: number;
}
