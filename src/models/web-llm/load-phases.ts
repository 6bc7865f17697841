/** web-llm tells its progress in words meant for people; here they become phases in ours. */
import type { LoadPhase } from '../chat-model.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly label: string;
}

const RULES: readonly Rule[] = [
  { pattern: /^Fetching param cache|^Start to fetch params/i, label: 'Downloading the weights' },
  { pattern: /^Loading model from cache/i, label: 'Moving the weights to the GPU' },
  { pattern: /shader/i, label: 'Building the programs of the GPU' },
  { pattern: /^Finish loading/i, label: 'Loaded' },
];

/**
 * A phase from one of web-llm's reports.
 * @param progress [0, 1], anew in each phase
 */
export function phaseOf(text: string, progress: number): LoadPhase {
  const label = RULES.find(({ pattern }) => pattern.test(text))?.label ?? 'Loading the model';
  const count = /\[(\d+)\/(\d+)\]/.exec(text);
  const fraction = count === null ? progress : Number(count[1]) / Math.max(1, Number(count[2]));
  return { label, fraction: Math.min(1, Math.max(0, fraction)) };
}
