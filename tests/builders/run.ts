import { DEEPCODER_SAMPLING } from '../../src/domain/completion.ts';
import { NO_BUDGET, NOTHING_DONE, type Run, type RunRow, type RunVerdict } from '../../src/domain/run.ts';
import { DEEPCODER_PROMPT } from '../../src/models/prompts/deepcoder.ts';

/** A run of problems `a` to `c` of the set `own`, of which nothing is done. */
export function runOf(change: Partial<Run> = {}): Run {
  const own = { set: 'own', difficulty: null, source: 'own', mode: 'stdin', date: null };
  const problem = (id: string) => ({ ...own, id, title: id.toUpperCase() });
  return {
    id: 'run',
    name: 'A run',
    made: '2026-12-01T00:00:00.000Z',
    source: { type: 'model', choice: 'endpoint:tiny', label: 'Endpoint: tiny' },
    problems: ['a', 'b', 'c'].map(problem),
    samples: 2,
    asked: { prompt: DEEPCODER_PROMPT, sampling: DEEPCODER_SAMPLING },
    profile: 'standard',
    concurrency: 2,
    budget: NO_BUDGET,
    spentMs: 0,
    summary: NOTHING_DONE,
    ...change,
  };
}

/** A sample that has its answer, and no verdict. */
export function runRowOf(change: Partial<RunRow> = {}): RunRow {
  return {
    set: 'own',
    id: 'a',
    sample: 0,
    askedAt: 1_000,
    answeredAt: 2_000,
    failure: null,
    finishReason: 'stop',
    tokens: 100,
    estimated: false,
    promptTokens: 50,
    firstTokenMs: 20,
    tokensPerSecond: 100,
    judged: null,
    ...change,
  };
}

export function runVerdictOf(verdict: RunVerdict['verdict'], change: Partial<RunVerdict> = {}): RunVerdict {
  const reward = verdict === 'judge-error' ? null : verdict === 'accepted' ? 1 : 0;
  return {
    from: 2_000,
    to: 2_500,
    verdict,
    reward,
    testsTotal: 2,
    testsRun: 2,
    testsPassed: reward === 1 ? 2 : 1,
    firstFailed: reward === 1 ? null : 1,
    slowestMs: 3,
    error: null,
    flags: [],
    timeFactor: 1,
    ...change,
  };
}
