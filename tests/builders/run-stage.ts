/** A run of the page with scripted parts: a store in memory, a judge, and a model. */
import { answerOf } from './answer.ts';
import { answerWith } from './completion.ts';
import { problemOf } from './problem.ts';
import { runOf } from './run.ts';
import { RunShelves } from './run-shelves.ts';
import { ScriptedJudge } from './scripted-judge.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { ProblemRef } from '../../src/domain/problem.ts';
import type { Run } from '../../src/domain/run.ts';
import type { PipelineEnd } from '../../src/runs/pipeline/pipeline.ts';
import { RunState } from '../../src/pages/runs/state/run.svelte.ts';
import type { RunParts } from '../../src/pages/runs/state/run-work.ts';

export function stage(change: Partial<Run> = {}) {
  const run = runOf(change);
  const shelves = new RunShelves();
  shelves.made.set(run.id, run);
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
    store: shelves as never,
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
      missingSetting: async () => world.missing,
      async ask(_, { id }, question) {
        const { seed, maxTokens: limit } = question.sampling;
        asked.push({ id, seed, limit });
        return world.reply(id);
      },
    },
    judging: 2,
    async runAlone(_, work) {
      if (!world.elsewhere) await work();
      return !world.elsewhere;
    },
    onEnd: (_, end) => ends.push(end),
  };
  /** The run as another visit opens it. */
  const reopened = async () => new RunState(shelves.made.get(run.id)!, await shelves.rows(run.id), parts);
  return { shelves, judge, asked, ends, world, parts, reopened, state: new RunState(run, [], parts) };
}

export const verdicts = (state: RunState) =>
  Object.fromEntries(state.rows.map((row) => [`${row.id}${row.sample}`, row.failure ?? row.judged?.verdict]));
