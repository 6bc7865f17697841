/** A run's work in terms of this page: problems opened, answers asked for, judged and kept. */
import { errorMessage } from '../../../base/error-message.ts';
import { sampleName, type Run, type RunRow, type RunSampleKey } from '../../../domain/run.ts';
import { judgeError } from '../../../domain/verdict.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { budgetSpent } from '../../../runs/pipeline/budget.ts';
import type { PipelineEnd, PipelineParts } from '../../../runs/pipeline/pipeline.ts';
import { unanswered } from '../../../runs/pipeline/unanswered.ts';
import { BatchedWrites } from '../../../runs/pipeline/batched-writes.ts';
import type { KeptSample, RunStore } from '../../../storage/run-store.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { ProblemCache } from './problem-cache.ts';
import { answerOf, type RunSourceParts } from './run-source.ts';
import * as words from '../words/state.ts';

export interface RunParts extends RunSourceParts {
  readonly store: RunStore;
  readonly problems: Pick<ProblemsState, 'open' | 'find'>;
  readonly judge: JudgePort;
  /** Programs that run at once, ≥ 1. */
  readonly workers: number;
  /** Answers that the judge is given at once, ≥ 1: some wait for a patient retry. */
  readonly judging: number;
  /** Does the work while no other tab does it; false where one does. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /** Called when a run stops. */
  readonly onEnd: (run: Run, end: PipelineEnd) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The run to work on, as it is now. */
interface Work {
  readonly run: Run;
  readonly rows: Iterable<RunRow>;
  readonly spentMs: number;
}

export function pipelineParts(parts: RunParts, work: Work, now: () => number): PipelineParts {
  const { run } = work;
  const { store, judge } = parts;
  const problems = new ProblemCache(parts.problems);
  const together = new BatchedWrites((samples: readonly KeptSample[]) => store.keep(run, samples));
  const profile = findProfile(run.profile);
  if (profile === null) throw new Error(words.noRules(run.profile));
  /** Those whose sample is on its way: what was opened for asking is judged by. */
  const opened = new Map<string, OpenedProblem>();
  const redraws = new Map(
    (run.redraws ?? []).map(({ oldLimit, oldTokens, limit, ...key }) => [
      sampleName(key),
      { oldLimit, oldTokens, limit },
    ]),
  );
  const open = ({ set, id }: RunSampleKey): Promise<OpenedProblem | null> => problems.open({ set, id });
  const gone = ({ set, id }: RunSampleKey): string => words.noProblem(id, set);
  return {
    async answer(key, signal) {
      const problem = await open(key);
      if (problem === null) return unanswered(gone(key));
      opened.set(sampleName(key), problem);
      const answer = await answerOf(run, key, problem, parts, signal, redraws.get(sampleName(key)));
      if (answer === null || answer.failure !== null) opened.delete(sampleName(key));
      return answer;
    },
    stored: (keys) => store.answers(run, keys),
    async judge(key, submission, signal, begun) {
      const name = sampleName(key);
      const lost = { problemId: key.id, profile: profile.name, tests: [] };
      try {
        const found = opened.get(name) ?? (await open(key));
        if (found === null) return judgeError({ ...lost, error: gone(key) });
        const how = { signal, tests: 'all', stopAtFirstFailure: true, profile, urgent: false } as const;
        const options = { ...how, onBegun: begun };
        return await judge.judge(found.problem, submission, options);
      } catch (error) {
        return judgeError({ ...lost, error: words.problemNotOpened(errorMessage(error)) });
      } finally {
        opened.delete(name);
      }
    },
    keep(row, answer, report) {
      const tests = report?.tests.map(({ verdict, milliseconds: ms }) => ({ verdict, ms })) ?? null;
      // Another run's answers are kept once; a verdict comes with an answer that is kept already.
      const known = report !== null || run.source.type === 'answers' || run.source.type === 'file';
      // The next answer is requested when this one is stored; a verdict is stored without waiting.
      return together.put({ row, answer: known ? null : answer, tests }, report === null);
    },
    spent: () => budgetSpent(run.budget, work.rows, work.spentMs, run.redraws),
    now,
  };
}
