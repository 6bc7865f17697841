/** A group of samples for the table of groups. The samples are from a model or from the lab's policy. */
import type { TokenChance } from '../../../domain/submission.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { LIBRARIES } from '../../../lab/grpo/libraries.ts';
import type { GroupRules, GroupSample, WeighedSample } from '../../../lab/grpo/weighed-group.ts';
import type { GroupReport } from '../../../lab/lab-host.ts';

export interface ShownSample extends GroupSample {
  readonly label: string;
  /** Whether the length was estimated from the number of characters instead of counted. */
  readonly estimated?: boolean;
  /** The reason for the reward, in one or two words; '' if there is none. */
  readonly note: string;
  readonly verdict: Verdict;
  /** The program, or null if there is none. */
  readonly code: string | null;
  /** The tokens of the sample, each with its probability; null if the probabilities are unknown. */
  readonly tokens: readonly TokenChance[] | null;
}

/** Maximum number of tokens that are shown for one sample. The browser would take seconds to lay out more. */
export const MOST_TOKENS = 1500;

export interface NamedRules extends GroupRules {
  readonly name: string;
  readonly title: string;
  readonly source: string;
}

export const LIBRARY_RULES: readonly NamedRules[] = LIBRARIES;

export function shownGroup({ samples }: GroupReport): readonly ShownSample[] {
  return samples.map(({ program, reward, isRight, truncated, tokens }, at) => ({
    label: `#${at + 1}`,
    reward,
    truncated,
    length: tokens.length,
    code: program,
    tokens,
    ...outcomeOf(reward, isRight, truncated),
  }));
}

/** Returns the body of a program on one line. */
export function bodyText(code: string | null): string {
  const body = (code ?? '').replace(/^def .*\n/, '').trim();
  return body.replaceAll(/\n\s*/g, '; ') || '(empty)';
}

function outcomeOf(
  reward: number | null,
  isRight: boolean | null,
  isTruncated: boolean,
): { readonly note: string; readonly verdict: Verdict } {
  if (isTruncated) return { note: 'cut off', verdict: 'truncated' };
  if (reward === null) return { note: 'the judge failed', verdict: 'judge-error' };
  if (reward === 1 && isRight === false) return { note: 'paid, and wrong', verdict: 'wrong-answer' };
  if (isRight === true) return { note: 'right', verdict: 'accepted' };
  return { note: '', verdict: 'wrong-answer' };
}

/**
 * Formats an advantage for the table: "–" if the sample was left out, with "*" if its tokens are excluded from the
 * loss.
 */
export function creditText({ advantage, inLoss, inStatistics }: WeighedSample): string {
  return inStatistics ? `${advantageText(advantage)}${inLoss ? '' : '*'}` : '–';
}

/** Formats an advantage with its sign and ▲ or ▼, so that the direction is not shown only by color. */
export function advantageText(advantage: number): string {
  if (advantage === 0) return '0';
  return `${advantage > 0 ? '▲ +' : '▼ −'}${Math.abs(advantage).toFixed(2)}`;
}

/**
 * Returns the index of the group with the largest deviation of rewards. If several are equal, returns the first one.
 */
export function groupToExplain(groups: readonly GroupReport[]): number {
  const largestDeviation = Math.max(...groups.map(({ credits }) => credits.std));
  return Math.max(
    0,
    groups.findIndex(({ credits }) => credits.std === largestDeviation),
  );
}
