/**
 * Samples that are requested again because the token limit truncated their answers. This is selective resampling: it
 * needs a larger limit, and every redrawn sample keeps the facts of its first answer (`Redraw`).
 */
import type { CutBy, FinishReason, Redraw } from '../../domain/completion.ts';
import { sampleName, type Run, type RunRedraw, type RunRow } from '../../domain/run.ts';
import { numberText, counted } from '../../base/number-words.ts';

/**
 * Returns the samples whose answer ended at the token limit of its request. The verdicts do not matter: redrawing only
 * the failed samples would raise pass@1 further.
 */
export function cutOffRows(run: Run, rows: readonly RunRow[]): readonly RunRow[] {
  return rows.filter(
    (row) => row.failure === null && isCutOff(row.finishReason, row.cutBy, limitOf(run, row)),
  );
}

/**
 * Returns whether a larger limit can lengthen an answer. It cannot if the window was full, or if the server has a limit
 * below the requested one.
 * @param limit the requested limit; null if there was none
 */
export function isCutOff(
  finishReason: FinishReason | null,
  cutBy: CutBy | undefined,
  limit: number | null,
): boolean {
  if (finishReason !== 'length' || cutBy === 'window') return false;
  return cutBy !== 'server' || limit === null;
}

/** Returns the token limit of a sample; null if there is none. */
function limitOf({ asked }: Run, { redrawn }: RunRow): number | null {
  return redrawn?.limit ?? asked?.sampling.maxTokens ?? null;
}

/** Returns the largest token limit among these samples; null if none has a limit. */
export function largestLimit(run: Run, rows: readonly RunRow[]): number | null {
  return rows.reduce<number | null>((most, row) => {
    const limit = limitOf(run, row);
    return limit === null ? most : Math.max(most ?? 0, limit);
  }, null);
}

/** Returns the reason why these samples cannot be requested again with this limit; null if they can. */
export function redrawFault(run: Run, rows: readonly RunRow[], limit: number): string | null {
  const currentLimit = largestLimit(run, rows);
  if (currentLimit !== null && limit <= currentLimit)
    return `The new limit must be larger than the old one, ${numberText(currentLimit)} tokens.`;
  const longestAnswer = rows.reduce((most, { tokens }) => Math.max(most, tokens), 0);
  return limit > longestAnswer
    ? null
    : `The new limit must be larger than the longest cut-off answer, ${numberText(longestAnswer)} tokens.`;
}

/** Returns the run with a record that these samples are requested again with this limit. */
export function withRedraws(
  run: Run,
  rows: readonly RunRow[],
  limit: number,
): { readonly redraws: readonly RunRedraw[] } {
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

/** Name of the fact that samples were requested again after they were truncated. */
export const REDRAW_FACT = 'asked again after truncation';

/** Returns `asked again with 32,768 tokens`. */
export function redrawnWords({ limit }: Redraw): string {
  return `asked again with ${numberText(limit)} tokens`;
}

/** Returns the limits of a redraw: `16,384 → 32,768`. */
export function limitWords({ oldLimit, limit }: Redraw): string {
  return `${oldLimit === null ? 'no limit' : numberText(oldLimit)} → ${numberText(limit)}`;
}

/** Returns `3 samples, token limit 16,384 → 32,768`; null if there are no redraws. */
export function redrawsWords(redraws: readonly Redraw[]): string | null {
  return redraws.length === 0
    ? null
    : `${counted(redraws.length, 'sample')}, token limit ${limitStepsText(redraws)}`;
}

function limitStepsText(redraws: readonly Redraw[]): string {
  return [...new Set(redraws.map(limitWords))].join(', ');
}

export function redrawnText(totalSamples: number, redraws: readonly Redraw[]): string {
  const [verb, pronoun, determiner] =
    redraws.length === 1 ? ['was', 'it was', 'this one'] : ['were', 'they were', 'these'];
  return `${numberText(redraws.length)} of ${counted(totalSamples, 'sample')} ${verb} asked again with a larger token limit (${limitStepsText(redraws)}) after ${pronoun} cut off: pass@1 is that of the larger limit for ${determiner} alone.`;
}
