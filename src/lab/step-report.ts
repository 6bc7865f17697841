/** A step of training as others see it: its row, and its groups without the problems behind them. */
import type { GroupCredits } from './grpo/advantages.ts';
import type { Step } from './grpo/trainer.ts';
import type { StepRow } from './grpo/step-row.ts';
import { END, TOKENS } from './tasks/vocabulary.ts';

export interface StepReport {
  readonly row: StepRow;
  readonly groups: readonly GroupReport[];
}

export interface GroupReport {
  /** The prompt in words, such as `square max`. */
  readonly task: string;
  readonly samples: readonly SampleReport[];
  /** By the run's own rules. */
  readonly credits: GroupCredits;
}

export interface SampleReport {
  readonly program: string;
  /** Null where the judge failed. */
  readonly reward: number | null;
  /** Whether it does what its prompt asks; null where the judge failed. */
  readonly isRight: boolean | null;
  readonly truncated: boolean;
  /** As it was written, with the probability that each piece had. */
  readonly tokens: readonly { readonly text: string; readonly probability: number }[];
}

/** The text that is shown for the token that ends a program. */
const ENDED = '⏎ end';

/** @returns what can be sent from one realm to another */
export function reportOf({ row, groups }: Step): StepReport {
  return {
    row,
    groups: groups.map(({ task, rollouts, credits }) => ({
      task: task.name,
      credits,
      samples: rollouts.map(({ program, reward, isRight, truncated, tokens, logs }) => ({
        program,
        reward,
        isRight,
        truncated,
        tokens: tokens.map((token, at) => ({
          text: token === END ? ENDED : TOKENS[token]!,
          probability: Math.exp(logs[at]!),
        })),
      })),
    })),
  };
}
