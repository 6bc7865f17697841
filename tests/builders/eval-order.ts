import { DEEPCODER_SAMPLING } from '../../src/domain/completion.ts';
import type { Problem } from '../../src/domain/problem.ts';
import { STANDARD } from '../../src/judge/profiles/profiles.ts';
import { DEEPCODER_PROMPT } from '../../src/models/prompts/deepcoder.ts';
import { keysOf, type EvalOrder } from '../../src/node/cli/eval/eval-order.ts';

/** An order of `allpass eval`. */
export function evalOrderOf(
  problems: readonly Problem[],
  samples: number,
  change: Partial<EvalOrder> = {},
): EvalOrder {
  const asked = { problems: problems.map(({ id }) => id), samples };
  return {
    problems: new Map(problems.map((problem) => [problem.id, problem])),
    keys: keysOf(asked),
    server: { address: '', key: '' },
    model: 'toy',
    prompt: DEEPCODER_PROMPT,
    sampling: DEEPCODER_SAMPLING,
    concurrency: 1,
    profile: STANDARD,
    timeLimitSeconds: null,
    workers: 1,
    browser: 'chromium',
    mayInstall: false,
    packages: null,
    budget: { tokens: null, minutes: null },
    origin: {},
    asked,
    shard: '1/1',
    details: false,
    redo: null,
    fresh: false,
    adopt: false,
    quiet: true,
    output: 'out.jsonl',
    ...change,
  };
}
