/** web-llm tells its progress in words meant for people; here they become steps of ours. */
import type { LoadPhase } from '../chat-model.ts';
import { loadStep, type LoadStep } from '../load-step.ts';

const RULES: readonly (readonly [RegExp, LoadStep])[] = [
  [/^Fetching param cache|^Start to fetch params/i, loadStep('downloadingWeights')],
  [/^Loading model from cache/i, loadStep('movingWeights')],
  [/shader/i, loadStep('buildingPrograms')],
  [/^Finish loading/i, loadStep('loaded')],
];

/**
 * A phase from one of web-llm's reports.
 * @param progress [0, 1], anew in each phase
 */
export function phaseOf(text: string, progress: number): LoadPhase {
  const step = RULES.find(([pattern]) => pattern.test(text))?.[1] ?? loadStep('loadingModel');
  const count = /\[(\d+)\/(\d+)\]/.exec(text);
  const fraction = count === null ? progress : Number(count[1]) / Math.max(1, Number(count[2]));
  return { step, fraction: Math.min(1, Math.max(0, fraction)) };
}
