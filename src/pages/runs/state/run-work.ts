/** The work on a run: opens problems, requests answers, judges and stores them. */
import { errorMessage } from '../../../base/error-message.ts';
import { counted } from '../../../base/number-words.ts';
import {
  runTests,
  sampleName,
  type Run,
  type RunBudget,
  type RunRedraw,
  type RunRow,
  type RunSampleKey,
  type RunSample,
} from '../../../domain/run.ts';
import { judgeError } from '../../../domain/verdict.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import type { PipelineEnd, PipelineParts, SampleStore } from '../../../runs/pipeline/pipeline.ts';
import { failedAnswer, ANSWER_NOT_STORED, interruptedAsFailure } from '../../../runs/pipeline/run-rows.ts';
import { BatchedWrites } from '../../../runs/pipeline/batched-writes.ts';
import type { RunStore } from '../../../storage/run-store.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { Answer } from '../../../domain/answer.ts';
import type { Redraw } from '../../../domain/completion.ts';
import { ask } from '../../../models/asking/ask.ts';
import type { Asker } from '../../../models/asking/asker.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import { questionOf, withSeed } from '../../../models/prompts/prompt-messages.ts';
import { RecordedModel } from '../../../models/recorded/recorded-model.ts';
import { refText, type ProblemRef } from '../../../domain/problem.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';

/** Dependencies of a run. */
export interface RunParts {
  readonly asker: Pick<Asker, 'choices' | 'missingSetting' | 'ask'>;
  /** Address of the configured server; '' if there is none. */
  readonly address: () => string;
  readonly store: RunStore;
  readonly problems: Pick<ProblemsState, 'open' | 'find'>;
  readonly judge: JudgePort;
  /** Number of programs that run in parallel, ≥ 1. */
  readonly workers: number;
  /** Maximum number of answers that the judge holds at once, ≥ 1, including those that wait for a retry. */
  readonly judging: number;
  /** Runs work under a lock that all tabs share; returns false if another tab holds the lock. */
  readonly runAlone: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /** Called when a run stops. */
  readonly onEnd: (run: Run, end: PipelineEnd) => void;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
}

/** Returns a message that a problem of a run is no longer stored, without a full stop. */
export function noProblem({ set, id }: ProblemRef): string {
  return `${id} is not in the set ${set} any more`;
}

/** The current state of the active run. */
interface RunInProgress {
  readonly run: Run;
  readonly rows: Iterable<RunRow>;
  readonly spentMs: number;
}

export function pipelineParts(dependencies: RunParts, work: RunInProgress, now: () => number): PipelineParts {
  const { run } = work;
  const { store, judge } = dependencies;
  const problems = new ProblemCache(dependencies.problems);
  const profile = findProfile(run.profile);
  if (profile === null) throw new Error(`there are no rules ${run.profile}`);
  /**
   * Problems of the samples in flight. An answer is judged with the same version of the problem that was in its prompt.
   */
  const openedProblems = new Map<string, OpenedProblem>();
  const redraws = new Map(
    (run.redraws ?? []).map(({ oldLimit, oldTokens, limit, ...key }) => [
      sampleName(key),
      { oldLimit, oldTokens, limit },
    ]),
  );
  const open = ({ set, id }: RunSampleKey): Promise<OpenedProblem | null> => problems.open({ set, id });
  return {
    async answer(key, signal) {
      const problem = await open(key);
      if (problem === null) return failedAnswer(noProblem(key));
      openedProblems.set(sampleName(key), problem);
      const answer = await answerOf(run, key, problem, dependencies, signal, redraws.get(sampleName(key)));
      if (answer === null || answer.failure !== null) openedProblems.delete(sampleName(key));
      return answer;
    },
    ...sampleStore(store, run),
    async judge(key, submission, signal, begun) {
      const name = sampleName(key);
      const lostReport = { problemId: key.id, profile: profile.name, tests: [] };
      try {
        const problemInFlight = openedProblems.get(name) ?? (await open(key));
        if (problemInFlight === null) return judgeError({ ...lostReport, error: noProblem(key) });
        const judgeOptions = {
          signal,
          tests: 'all',
          stopAtFirstFailure: true,
          profile,
          urgent: false,
        } as const;
        const options = { ...judgeOptions, onBegun: begun };
        return await judge.judge(problemInFlight.problem, submission, options);
      } catch (error) {
        return judgeError({
          ...lostReport,
          error: `its problem could not be opened: ${errorMessage(error)}`,
        });
      } finally {
        openedProblems.delete(name);
      }
    },
    spent: () => budgetSpent(run.budget, work.rows, work.spentMs, run.redraws),
    now,
  };
}

/** The samples of a run in IndexedDB. Writes that arrive together share one transaction. */
export function sampleStore(store: RunStore, run: Run): SampleStore {
  const batchedWrites = new BatchedWrites((samples: readonly RunSample[]) => store.keep(run, samples));
  // The answers of another run or of a file are already stored.
  const hasAnswers = run.source.type === 'answers' || run.source.type === 'file';
  return {
    stored: (keys) => store.answers(run, keys),
    keep(row, answer, report) {
      const tests = report && runTests(report.tests);
      const isStored = hasAnswers || report !== null;
      // The next request waits until an answer is stored, but not until a verdict is stored.
      return batchedWrites.put({ row, answer: isStored ? null : answer, tests }, report === null);
    },
  };
}

/** Returns the reason why a run cannot begin, or null if it can. */
export async function missingFor(
  { source, profile }: Run,
  { asker, address }: RunParts,
): Promise<string | null> {
  if (findProfile(profile) === null)
    return `This page does not know the grader ${profile}. Reload the page for a newer version, or regrade with another grader.`;
  if (source.type !== 'model') return null;
  const choice = choiceOf(asker, source.choice);
  if (choice === undefined) return `${source.label} is not known on this device: choose it among the models.`;
  switch (await asker.missingSetting(choice)) {
    case 'endpoint':
      return 'The address of the server is not set. Set it under Models and resume the run.';
    case 'gpu':
      return `${source.label} is not on this device yet: download it under Models, and go on.`;
    case 'cpu':
      return `${source.label} is not on this device: add its file under Models, and go on.`;
    case null:
      // All answers of a run must come from the same server.
      return source.address === undefined || source.address === address()
        ? null
        : `This run used the server ${source.address}, and the current one is ${address()}. Set the former under Models, or create a new run.`;
  }
}

/**
 * Requests or reads one answer. Resolves with null if it was stopped. A failure is part of the answer.
 * @param redrawn set for a redrawn sample, with the token limit of the sample
 */
async function answerOf(
  run: Run,
  key: RunSampleKey,
  { problem, ref, answers }: OpenedProblem,
  { asker, store }: RunParts,
  signal: AbortSignal,
  redrawn?: Redraw,
): Promise<Answer | null> {
  switch (run.source.type) {
    case 'model': {
      const { choice: id, label } = run.source;
      const choice = choiceOf(asker, id);
      if (choice === undefined || run.asked === null)
        return failedAnswer(`${label} is not known on this device.`, 'not-downloaded');
      const sampling = { ...run.asked.sampling, ...(redrawn && { maxTokens: redrawn.limit }) };
      const question = questionOf(problem, run.asked.prompt, sampling, false);
      const seededQuestion = { ...question, ...withSeed(question, key.sample) };
      const answer = await asker.ask(choice, ref, seededQuestion, {}, signal);
      return answer && { ...interruptedAsFailure(answer), ...(redrawn && { redrawn }) };
    }
    case 'recorded': {
      const recordedAnswer = answers[key.sample];
      if (recordedAnswer === undefined) return failedAnswer('This recorded answer no longer exists.');
      const label = `Recorded: ${recordedAnswer.kind}`;
      const question = { messages: [], sampling: UNSENT, prompt: null };
      return ask({ model: new RecordedModel(recordedAnswer, { delayMs: 0 }), label, question }, {}, signal);
    }
    case 'answers':
    case 'file': {
      const answer = await store.answer(run, key);
      if (answer === null) return failedAnswer(ANSWER_NOT_STORED);
      // A replayed failure does not predict the failure of the next sample, so only its message and remedy are kept.
      if (answer.failure === null) return answer;
      const { message, remedy } = answer.failure;
      return { ...answer, failure: { message, remedy } };
    }
  }
}

function choiceOf(asker: RunParts['asker'], id: string): ModelChoice | undefined {
  return asker.choices([], id).find((choice) => choice.id === id);
}

const UNSENT = { temperature: 0, topP: 1, maxTokens: null, seed: null };

/** Maximum number of characters of tests and statements in the cache. */
const MOST = 16_000_000;

interface CachedProblem {
  /** The object of the problem in the list. If a set is imported again, the list contains new objects. */
  readonly listedProblem: ListedProblem;
  readonly openedProblem: OpenedProblem;
}

/**
 * Caches the first opened problems, up to the limit. A run repeatedly iterates over all its problems, so a cache of the
 * most recent ones would evict each problem before its next use.
 */
export class ProblemCache {
  readonly #problems: RunParts['problems'];
  readonly #cache = new Map<string, CachedProblem>();
  readonly #maxCached: number;
  #characters = 0;

  constructor(problems: RunParts['problems'], maxCached = MOST) {
    this.#problems = problems;
    this.#maxCached = maxCached;
  }

  /** Resolves with null if no set contains the problem. Rejects if a listed problem cannot be loaded. */
  async open({ set, id }: ProblemRef): Promise<OpenedProblem | null> {
    const name = refText({ set, id });
    const listedProblem = this.#problems.find({ set, id });
    const cachedProblem = this.#cache.get(name);
    if (cachedProblem !== undefined && cachedProblem.listedProblem === listedProblem)
      return cachedProblem.openedProblem;
    const openedProblem = await this.#problems.open({ set, id });
    if (openedProblem === null || listedProblem === undefined) return openedProblem;
    const characters = charactersOf(openedProblem);
    if (cachedProblem === undefined && this.#characters + characters > this.#maxCached) return openedProblem;
    this.#cache.set(name, { listedProblem, openedProblem });
    this.#characters +=
      characters - (cachedProblem === undefined ? 0 : charactersOf(cachedProblem.openedProblem));
    return openedProblem;
  }
}

function charactersOf({ problem: { prompt, tests } }: OpenedProblem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, prompt.length);
}

/** Returns the cost of the samples. `price` is per million tokens. */
export function costOf(
  price: { readonly prompt: number; readonly completion: number },
  rows: Iterable<RunRow>,
): number {
  let cost = 0;
  for (const { promptTokens, tokens } of rows)
    cost += ((promptTokens ?? 0) * price.prompt + tokens * price.completion) / 1e6;
  return cost;
}

/**
 * Returns the limit that is reached, as in “5 minutes”; null if none is. Requests in flight still finish.
 * @param spentMs milliseconds of work on the run
 * @param redraws samples that were requested again; their first answers count too
 */
export function budgetSpent(
  budget: RunBudget,
  rows: Iterable<RunRow>,
  spentMs: number,
  redraws: readonly RunRedraw[] = [],
): string | null {
  const { tokens, minutes, money, price } = budget;
  if (minutes !== null && spentMs >= minutes * 60_000) return counted(minutes, 'minute');
  if (tokens === null && (money === null || price === null)) return null;
  const allRows = [...rows];
  const tokensBefore = redraws.reduce((sum, { oldTokens }) => sum + oldTokens, 0);
  const usedTokens = allRows.reduce((sum, row) => sum + row.tokens + (row.promptTokens ?? 0), tokensBefore);
  if (tokens !== null && usedTokens >= tokens) return counted(tokens, 'token');
  if (money === null || price === null) return null;
  const cost = costOf(price, allRows) + (price.completion * tokensBefore) / 1e6;
  return cost >= money ? `${money} of money` : null;
}
