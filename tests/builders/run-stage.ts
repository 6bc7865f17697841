/** A run of the page with scripted parts: a store in memory, a judge, and a model. */
import { answerOf } from './answer.ts';
import { answerWith } from './completion.ts';
import { problemOf } from './problem.ts';
import { runOf } from './run.ts';
import { ScriptedJudge } from './scripted-judge.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { ProblemRef } from '../../src/domain/problem-ref.ts';
import { sampleName, type Run, type RunRow, type RunSampleKey, type RunTest } from '../../src/domain/run.ts';
import type { PipelineEnd } from '../../src/runs/pipeline/pipeline.ts';
import type { KeptSample } from '../../src/storage/run-store.ts';
import { RunState } from '../../src/pages/runs/state/run-state.svelte.ts';
import type { RunParts } from '../../src/pages/runs/state/run-work.ts';

/** The data that a device stores of one run. */
class Shelf {
  run: Run | null;
  readonly rows = new Map<string, RunRow>();
  readonly answers = new Map<string, Answer>();
  readonly tests = new Map<string, readonly RunTest[]>();
  /** Other runs of this device. */
  others: readonly Run[] = [];
  full = false;
  /** Whether the small record of the run does not fit, either. */
  runIsFull = false;

  constructor(run: Run) {
    this.run = run;
  }

  readonly store = {
    runs: async () => this.#all,
    run: async (id: string) => this.#all.find((each) => each.id === id) ?? null,
    rows: async () => [...this.rows.values()],
    putRun: async (run: Run) => {
      if (this.runIsFull) throw new Error('the disk is full');
      this.run = run;
    },
    keep: async (_: unknown, samples: readonly KeptSample[]) => {
      if (this.full) throw new Error('the disk is full');
      for (const { row, answer, tests } of samples) {
        this.rows.set(sampleName(row), row);
        if (answer !== null) this.answers.set(sampleName(row), answer);
        if (tests !== null) this.tests.set(sampleName(row), tests);
      }
    },
    answer: async (_: unknown, key: RunSampleKey) => this.answers.get(sampleName(key)) ?? null,
    answers: async (_: unknown, keys: readonly RunSampleKey[]) =>
      keys.map((key) => this.answers.get(sampleName(key)) ?? null),
    tests: async (_: unknown, key: RunSampleKey) => this.tests.get(sampleName(key)) ?? [],
    forget: async (_: unknown, keys: readonly RunSampleKey[]) => {
      for (const key of keys) this.rows.delete(sampleName(key));
    },
    // Nothing lies loose here.
    pack: async () => undefined,
  };

  get #all(): readonly Run[] {
    return this.run === null ? this.others : [this.run, ...this.others];
  }
}

export function stage(change: Partial<Run> = {}) {
  const run = runOf(change);
  const shelf = new Shelf(run);
  const judge = new ScriptedJudge();
  const asked: { id: string; seed: number | null; limit: number | null }[] = [];
  const ends: PipelineEnd[] = [];
  const world = {
    reply: (id: string): Answer => answerOf(answerWith(id === 'b' ? 'print(2)' : 'print(1)')),
    gone: '',
    missing: null as 'endpoint' | null,
    elsewhere: false,
  };
  const parts: RunParts = {
    store: shelf.store as never,
    address: () => 'http://one:1/v1',
    workers: 2,
    problems: {
      find: () => undefined,
      async open(ref: ProblemRef) {
        if (ref.id === world.gone) return null;
        return { ref, problem: problemOf({ id: ref.id }), answers: [] };
      },
    },
    judge,
    asker: {
      choices: (_, pick) => [{ id: pick!, label: 'Tiny', type: 'endpoint', model: 'tiny' }],
      missing: async () => world.missing,
      async ask(_, { id }, question) {
        const { seed, maxTokens: limit } = question.sampling;
        asked.push({ id, seed, limit });
        return world.reply(id);
      },
    },
    judging: 2,
    async alone(_, work) {
      if (!world.elsewhere) await work();
      return !world.elsewhere;
    },
    onEnd: (_, end) => ends.push(end),
  };
  return { shelf, judge, asked, ends, world, parts, state: new RunState(run, [], parts) };
}

export const verdicts = (state: RunState) =>
  Object.fromEntries(state.rows.map((row) => [`${row.id}${row.sample}`, row.failure ?? row.judged?.verdict]));
