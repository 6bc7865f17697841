/**
 * Samples that are asked again because the token limit truncated their answers. This is selective resampling: it
 * needs a larger limit, and every redrawn sample keeps the facts of its first answer (`Redraw`).
 */
import type { CutBy, FinishReason } from '../../domain/completion.ts';
import type { Redraw } from '../../domain/redraw.ts';
import { sampleName, type Run, type RunRow } from '../../domain/run.ts';
import { redrawFaultOf, type RedrawFault } from '../codes/redraw-fault.ts';

/**
 * Samples whose answer ended at the token limit of its request. Verdicts do not count: to redraw only the failed ones
 * among them would raise pass@1 further.
 */
export function cutOffRows(run: Pick<Run, 'asked'>, rows: readonly RunRow[]): readonly RunRow[] {
  return rows.filter(
    (row) => row.failure === null && isCutOff(row.finishReason, row.cutBy, limitOf(run, row)),
  );
}

/**
 * Whether a larger limit can lengthen an answer. It cannot where the window was full, or where the server has a limit
 * below the requested one.
 * @param limit the requested one; null for none
 */
export function isCutOff(
  finishReason: FinishReason | null,
  cutBy: CutBy | undefined,
  limit: number | null,
): boolean {
  if (finishReason !== 'length' || cutBy === 'window') return false;
  return cutBy !== 'server' || limit === null;
}

/** The token limit of a sample; null for none. */
function limitOf({ asked }: Pick<Run, 'asked'>, { redrawn }: Pick<RunRow, 'redrawn'>): number | null {
  return redrawn?.limit ?? asked?.sampling.maxTokens ?? null;
}

/** The largest token limit among these samples; null when none has a limit. */
export function largestLimit(run: Pick<Run, 'asked'>, rows: readonly RunRow[]): number | null {
  return rows.reduce<number | null>((most, row) => {
    const limit = limitOf(run, row);
    return limit === null ? most : Math.max(most ?? 0, limit);
  }, null);
}

/** Reason why these samples cannot be asked again with this limit; null when they can. */
export function redrawFault(
  run: Pick<Run, 'asked'>,
  rows: readonly RunRow[],
  limit: number,
): RedrawFault | null {
  const old = largestLimit(run, rows);
  if (old !== null && limit <= old) return redrawFaultOf('notAboveOldLimit', old);
  const longest = rows.reduce((most, { tokens }) => Math.max(most, tokens), 0);
  return limit > longest ? null : redrawFaultOf('notAboveLongestAnswer', longest);
}

/** The run with the fact that these samples are asked again with this limit. */
export function withRedraws(
  run: Pick<Run, 'asked' | 'redraws'>,
  rows: readonly RunRow[],
  limit: number,
): Required<Pick<Run, 'redraws'>> {
  const redraws = new Map((run.redraws ?? []).map((each) => [sampleName(each), each]));
  for (const row of rows) {
    const { set, id, sample, tokens } = row;
    const { oldLimit, oldTokens } = row.redrawn ?? { oldLimit: limitOf(run, row), oldTokens: tokens };
    redraws.set(sampleName(row), { set, id, sample, oldLimit, oldTokens, limit });
  }
  return { redraws: [...redraws.values()] };
}

export function redrawsIn(rows: readonly { readonly redrawn?: Redraw }[]): readonly Redraw[] {
  return rows.flatMap(({ redrawn }) => redrawn ?? []);
}
