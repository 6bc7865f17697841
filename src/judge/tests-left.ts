import type { TestScope } from '../domain/judgement.ts';
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport } from '../domain/verdict.ts';
import { keepsState } from './profiles/execution.ts';
import { findProfile } from './profiles/custom.ts';
import { firstFailureDecides } from './profiles/scores.ts';
import { selectedCount } from './profiles/selection.ts';

interface CountedTests {
  readonly mode: Problem['mode'];
  readonly publicTests: number;
  readonly tests: { readonly length: number };
}

/**
 * Returns how many tests were skipped because the reward was already decided, and can still run on request. Returns
 * 0 if tests see the state of earlier tests: a test that was cut short leaves no usable state.
 */
export function testsLeft(
  report: JudgeReport,
  { mode, tests, publicTests }: CountedTests,
  scope: TestScope,
): number {
  const profile = findProfile(report.profile);
  if (profile === null || !firstFailureDecides(profile.score)) return 0;
  if (keepsState(profile.execute.how, mode)) return 0;
  const firstVerdict = report.firstFailed === null ? undefined : report.tests[report.firstFailed]?.verdict;
  const isOpen =
    firstVerdict === undefined || report.verdict === 'judge-error' || firstVerdict === 'syntax-error';
  if (isOpen) return 0;
  const total = tests.length;
  const count = scope === 'public' ? Math.min(publicTests, total) : selectedCount(profile.select, total);
  const results = report.tests.filter(({ verdict }) => verdict !== 'not-run' && verdict !== 'judge-error');
  return Math.max(0, count - results.length);
}
