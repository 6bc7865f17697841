/** The trainer as `workers/lab.worker.ts` exposes it, and the report of a step that is sent to the page. */
import type { JudgeBatch } from './grpo/grader.ts';
import type { Settings } from './grpo/settings.ts';
import { type Step, type StepRow, Trainer } from './grpo/trainer.ts';
import { fastestMatrices } from './kernel/matrices.ts';
import type { GroupCredits } from './grpo/advantages.ts';
import type { OwnTests } from './tasks/tasks.ts';
import { END_TOKEN, TOKENS } from './tasks/vocabulary.ts';

/** The report of a step, without the problems of its tasks. */
export interface StepReport {
  readonly row: StepRow;
  readonly groups: readonly GroupReport[];
}

export interface GroupReport {
  /** The words of the prompt, such as `square max`. */
  readonly task: string;
  readonly samples: readonly SampleReport[];
  /** The advantages of the group, computed by the rules of the run. */
  readonly credits: GroupCredits;
}

export interface SampleReport {
  readonly program: string;
  /** The reward; null if the judge failed. */
  readonly reward: number | null;
  /** Whether the program is right; null if the judge failed. */
  readonly isRight: boolean | null;
  readonly truncated: boolean;
  /** The tokens in their order. */
  readonly tokens: readonly TokenReport[];
}

export interface TokenReport {
  readonly text: string;
  /** Its probability when the policy wrote it. */
  readonly probability: number;
  /** Its probability after the step. */
  readonly after: number;
}

/** The text that is shown for the token that ends a program. */
const END_MARK = '⏎ end';

/** Returns a step as plain data, which can be sent to the page. */
function reportOf({ row, groups, logsAfter }: Step): StepReport {
  const logs = logsAfter.values();
  return {
    row,
    groups: groups.map(({ task, rollouts, credits }) => ({
      task: task.name,
      credits,
      samples: rollouts.map(({ program, reward, isRight, truncated, tokens, logs: before }) => {
        const after = logs.next().value!;
        return {
          program,
          reward,
          isRight,
          truncated,
          tokens: tokens.map((token, at) => ({
            text: token === END_TOKEN ? END_MARK : TOKENS[token]!,
            probability: Math.exp(before[at]!),
            after: Math.exp(after[at]!),
          })),
        };
      }),
    })),
  };
}

export class LabHost {
  #trainer: Trainer | null = null;

  /** Creates the base policy, which takes seconds. */
  begin(settings: Settings, seed: number, judge: JudgeBatch): Promise<void> {
    this.#trainer = new Trainer({ settings, seed, judge, matrices: fastestMatrices() });
    return Promise.resolve();
  }

  /** @param own the tests that decide the rewards of this step; null for the tasks of the settings */
  async step(own: OwnTests | null): Promise<StepReport> {
    if (this.#trainer === null) throw new Error('a step was asked for before the run began');
    return reportOf(await this.#trainer.step(own));
  }
}
