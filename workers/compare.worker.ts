/** The worker that compares large outputs by the same rules as the page, outside the page's thread. */
import { expose } from 'comlink';
import { COMPARISONS } from '../src/judge/compare/comparisons.ts';
import type { ComparingApi } from '../src/judge/hosts/worker-comparer.ts';
import { testVerdict } from '../src/judge/test-verdict.ts';

const api: ComparingApi = {
  verdict: (ending, comparer) => Promise.resolve(testVerdict(ending, COMPARISONS[comparer])),
};
expose(api);
