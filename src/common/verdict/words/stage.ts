/** The sentences of the view for an audience. */
import { numberText } from '../../../base/number-words.ts';
import type { TestResult } from '../../../domain/verdict.ts';
import { VERDICT_WORDS } from '../../../domain/words/verdicts.ts';

// Stage.svelte
export const verdictLabel = 'Verdict';

// TestStrip.svelte
export const testsLabel = 'Tests';
export const testState = (number: number, verdict: TestResult['verdict'], running: boolean): string =>
  `Test ${number}: ${running ? 'Running' : VERDICT_WORDS[verdict].word}`;
export const moreTests = (count: number): string => `and ${numberText(count)} more tests`;
