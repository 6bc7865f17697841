/** A run of a few problems, with a model, a judge and a store that a test can make fail. */
import { expect } from 'vitest';
import type { Answer } from '../../src/domain/answer.ts';
import { sampleName, samplesOfRun, type RunRow, type RunSampleKey } from '../../src/domain/run.ts';
import { nextTask } from '../../src/base/pause.ts';
import { answerOf as wholeAnswerOf } from './answer.ts';
import { completionOf } from './completion.ts';
import { reportOf } from './report.ts';
import {
  Pipeline,
  type PipelineOrder,
  type PipelineParts,
  type PipelineWatch,
} from '../../src/runs/pipeline/pipeline.ts';
import { workLeft } from '../../src/runs/pipeline/run-rows.ts';

const problem = (id: string, samples?: number) => ({
  set: 'own',
  id,
  title: id,
  difficulty: null,
  source: 'own',
  mode: 'stdin',
  date: null,
  ...(samples === undefined ? {} : { samples }),
});

const RUN = {
  samples: 3,
  problems: [problem('a'), problem('b', 1), problem('c'), problem('d'), problem('e')],
};

export const ALL = samplesOfRun(RUN);

export const nameOf = ({ id, sample }: RunSampleKey): string => `${id}/${sample}`;

export function answerOf(text: string, failure: Partial<Answer['failure']> | null = null): Answer {
  if (failure === null) return wholeAnswerOf(text);
  return wholeAnswerOf(text, {
    completion: completionOf(text, { finishReason: 'interrupted' }),
    failure: { message: 'No.', remedy: 'Wait.', layer: 'server', ...failure },
  });
}

/** The records of a run, and a world that answers and judges by the sample's name alone. */
export class World {
  readonly rows = new Map<string, RunRow>();
  readonly answers = new Map<string, Answer>();
  readonly asked: string[] = [];
  readonly judged: string[] = [];
  /** How often anything of a sample was kept with an answer, but no verdict. */
  readonly kept = new Map<string, number>();
  running = 0;
  mostAtOnce = 0;
  clock = 0;
  budget: string | null = null;
  /** The failure that the model reports instead of an answer. */
  fault: (key: RunSampleKey) => Partial<Answer['failure']> | null = () => null;
  full = false;
  /** Waits in every step, so that steps come in another order each time. */
  delay: () => number = () => 0;

  parts(): PipelineParts {
    return {
      answer: async (key, signal) => {
        this.asked.push(nameOf(key));
        this.mostAtOnce = Math.max(this.mostAtOnce, ++this.running);
        await this.#wait();
        this.running -= 1;
        if (signal.aborted) return null;
        return answerOf(`${nameOf(key)} answers`, this.fault(key));
      },
      stored: (keys) => Promise.resolve(keys.map((key) => this.answers.get(sampleName(key)) ?? null)),
      judge: async (key, submission, signal) => {
        await this.#wait();
        if (signal.aborted) return { ...reportOf(['not-run']), flags: ['stopped'] };
        expect(submission).toMatchObject({ completion: { text: `${nameOf(key)} answers` } });
        this.judged.push(nameOf(key));
        return reportOf([key.id < 'c' ? 'accepted' : 'wrong-answer']);
      },
      keep: async (row, answer) => {
        await this.#wait();
        if (this.full) throw new Error('the disk is full');
        const name = sampleName(row);
        this.rows.set(name, row);
        this.answers.set(name, answer);
        if (row.judged === null && row.failure === null) this.kept.set(name, (this.kept.get(name) ?? 0) + 1);
      },
      spent: () => this.budget,
      now: () => this.clock++,
    };
  }

  async #wait(): Promise<void> {
    for (let left = this.delay(); left >= 0; left--) await nextTask();
  }

  /** @param parts take the place of the world's */
  pipeline(
    change: Partial<PipelineOrder> = {},
    watch: PipelineWatch = {},
    parts: Partial<PipelineParts> = {},
  ): Pipeline {
    const left = workLeft(ALL, (key) => this.rows.get(sampleName(key)));
    const order = { ...left, concurrency: 2, judging: 2, ...change };
    return new Pipeline(order, { ...this.parts(), ...parts }, watch);
  }

  /** The part of the result that does not depend on time. */
  get outcome() {
    return ALL.map((key) => {
      const row = this.rows.get(sampleName(key));
      return [nameOf(key), row?.failure ?? row?.judged?.verdict ?? null];
    });
  }
}

/** Does so once, when the third sample is kept. */
export function afterThree(act: () => void) {
  let rows = 0;
  return {
    onRow() {
      if (++rows === 3) act();
    },
  };
}

export const GOOD = ALL.map((key) => [nameOf(key), key.id < 'c' ? 'accepted' : 'wrong-answer']);
