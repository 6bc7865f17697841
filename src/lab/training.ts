/** A training run whose steps are made by another thread or process. */
import type { JudgeBatch } from './grpo/batch.ts';
import type { Settings } from './grpo/settings.ts';
import type { StepReport } from './step-report.ts';

export interface Training {
  /** One step; the first makes the base policy before it, which takes seconds. Rejects where it cannot go on. */
  step(): Promise<StepReport>;
  /** Ends it at once; a step that is under way rejects. */
  close(): void;
}

/** @param judge whose rewards are learned from */
export type StartTraining = (settings: Settings, seed: number, judge: JudgeBatch) => Training;
