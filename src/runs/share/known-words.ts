/** Every word that files of runs and receipts may say where the types of the domain have a few. */
import type { FinishReason } from '../../domain/completion.ts';
import type { SubmissionVerdict, TestVerdict, VerdictFlag } from '../../domain/verdict.ts';
import { VERDICT_WORDS } from '../../domain/words/verdicts.ts';

export const FINISH_REASONS = [
  'stop',
  'length',
  'context',
  'content-filter',
  'too-long',
  'stopped',
  'interrupted',
] as const satisfies readonly FinishReason[];
export const FLAGS = [
  'browser-limit',
  'last-digits',
  'newer-python',
  'undisturbed',
  'stopped',
] as const satisfies readonly VerdictFlag[];
export const TEST_VERDICTS = (Object.keys(VERDICT_WORDS) as (keyof typeof VERDICT_WORDS)[]).filter(
  (verdict) => verdict !== 'no-code' && verdict !== 'truncated',
) satisfies readonly TestVerdict[];
export const VERDICTS = (Object.keys(VERDICT_WORDS) as (keyof typeof VERDICT_WORDS)[]).filter(
  (verdict) => verdict !== 'not-run',
) satisfies readonly SubmissionVerdict[];
