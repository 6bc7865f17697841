/**
 * Reads tests that are Python source: `def check(candidate): assert candidate(…) == …` followed by
 * `check(Solution().name)` (LeetCodeDataset, rLLM), and HumanEval's checks. Assertions that compare a call with a
 * literal become tests of calls, so that a program cannot see the expected values. Other assertions stay
 * unchanged and run in assert mode.
 */
import { Misfit } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { assertedCalls } from '../reading/asserted-calls.ts';
import { signatureOf } from '../reading/signature.ts';

type Checked = Pick<ProblemRow, 'mode' | 'functionName' | 'tests' | 'check' | 'checker'>;

/** Classes and functions that LeetCode's problems assume. The rows do not contain their source. */
const HELPER_NAMES = /\b(?:ListNode|TreeNode|list_node|tree_node|is_same_list|is_same_tree)\b/;

/**
 * Reads a LeetCode check.
 * @param entry `Solution().name`, for source that does not call its check itself
 * @throws Misfit
 */
export function checkedTests(
  checkSource: string,
  field: string,
  sources: readonly string[],
  entry = '',
): Checked {
  const candidateSource = /^check\((.*)\)\s*$/m.exec(checkSource)?.[1] ?? entry;
  const functionName = /^(?:Solution\(\)\.)?([A-Za-z_]\w*)$/.exec(candidateSource.trim())?.[1] ?? null;
  if (functionName === null) throw new Misfit(field, 'does not say which function is checked');
  const body = /def check\(candidate\):[ \t]*\n([\s\S]*?)(?=^\S|$(?![\s\S]))/m.exec(checkSource)?.[1];
  const tests =
    body === undefined ? null : assertedCalls(body, 'candidate', signatureOf(sources, functionName));
  if (tests !== null) return { mode: 'call', functionName, tests };
  if (HELPER_NAMES.test(checkSource) || sources.some((source) => HELPER_NAMES.test(source))) {
    throw new Misfit(
      field,
      'needs LeetCode’s classes ListNode or TreeNode, which programs are not given here',
    );
  }
  const call = /^check\(/m.test(checkSource) ? '' : `\ncheck(${candidateSource})\n`;
  return { mode: 'assert', functionName, check: `${checkSource}${call}` };
}

/**
 * Reads HumanEval's `def check(candidate)` for a top-level function, or plain assertions.
 * @param entry name of the function
 * @throws Misfit
 */
export function humanEvalTests(test: string, entry: string): Checked {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(entry)) throw new Misfit('entry_point', 'is no name of a function');
  if (test.trim() === '') throw new Misfit('test', 'is empty: the row has no tests');
  const call = /^def check\(/m.test(test) ? `check(${entry})\n` : '';
  return { mode: 'assert', functionName: entry, check: `${test}\n${call}` };
}
