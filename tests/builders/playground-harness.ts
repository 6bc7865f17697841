/** A playground with everything around it that does not need a browser, on whose page tests act. */
import { expect } from 'vitest';
import { askingParts } from './asking-parts.ts';
import { blockedStorage } from './web-storage.ts';
import { eventually } from './eventually.ts';
import { answerWith } from './completion.ts';
import { problemOf } from './problem.ts';
import { ScriptedJudge } from './scripted-judge.ts';
import { ScriptedModel } from './scripted-model.ts';
import { viewOf } from './view-of.ts';
import type { BundledProblem } from '../../src/datasets/bundled.ts';
import type { RecordedAnswer } from '../../src/domain/answer.ts';
import type { ProblemRef, Problem } from '../../src/domain/problem.ts';
import type { GenerationEvent, GenerationRequest } from '../../src/models/chat-model.ts';
import { UnloadDrafts } from '../../src/storage/unload-drafts.ts';
import { memoryTables } from '../../src/storage/tables.ts';
import { PlaygroundState } from '../../src/pages/playground/state/playground-state.svelte.ts';
import { ProblemsState } from '../../src/common/problems/state/problems-state.svelte.ts';
import { SetWriter } from '../../src/common/imports/state/set-writer.ts';
import { PLAYGROUND_CODEC } from '../../src/pages/playground/state/playground-view.ts';
import { TermsState } from '../../src/pages/playground/state/terms-state.svelte.ts';

export const ONE = { set: 'bundled', id: 'one' };
export const TWO = { set: 'bundled', id: 'two' };
const ALONE = { isHidden: false, post: () => undefined, listen: () => undefined };

function easyOrHard(id: string): Problem {
  const difficulty = id === 'hard' ? 'hard' : 'easy';
  return problemOf({ id, difficulty, source: 'allpass', prompt: 'Print 1.', starterCode: '# start\n' });
}

export const RIGHT: RecordedAnswer = {
  kind: 'right',
  model: 'm',
  finishReason: 'stop',
  raw: '<think>\nhm\n</think>\n```python\nprint(1)\n```\n',
};

/** Writes a program and submits it. */
export async function submit(playground: PlaygroundState, code: string): Promise<void> {
  playground.draft.edit(code);
  await playground.program.submit();
}

/** Goes to another problem, and waits until it is open. */
export async function moveTo(playground: PlaygroundState, problem: ProblemRef): Promise<void> {
  playground.problem.goTo(problem);
  await eventually(() => expect(playground.openedProblem?.ref).toEqual(problem));
}

export class PlaygroundHarness {
  readonly tables = memoryTables();
  readonly judge = new ScriptedJudge();
  /** The requests to models. */
  readonly asked: GenerationRequest[] = [];
  /** The messages to the user. */
  readonly said: string[] = [];

  /**
   * Opens the page at an address, as a visitor does.
   * @param early what they do before anything is loaded
   */
  async open(hash = '', early: (playground: PlaygroundState) => void = () => undefined) {
    const { tables } = this;
    const { bar, view } = viewOf(PLAYGROUND_CODEC, hash);
    const problems = new ProblemsState(
      {
        bundledIndex: () => Promise.resolve(['hard', 'one', 'two'].map(easyOrHard)),
        bundledProblem: (id): Promise<BundledProblem> =>
          Promise.resolve({ problem: easyOrHard(id), answers: [RIGHT] }),
      },
      tables,
    );
    const { endpoint, asker, prompts, sampling } = askingParts(tables, (name) =>
      name === 'offline'
        ? Promise.reject(new Error('no network'))
        : Promise.resolve(new ScriptedModel(`${name}@host`, (request) => this.#answersAtOnce(request), 8192)),
    );
    const parts = {
      view,
      problems,
      asker,
      terms: new TermsState(view, prompts, sampling),
      tables,
      tabs: ALONE,
      unloadDrafts: { device: new UnloadDrafts(blockedStorage()), tab: new UnloadDrafts(blockedStorage()) },
      judge: this.judge,
      showNotice: (text: string) => void this.said.push(text),
    };
    const playground = new PlaygroundState(parts);
    early(playground);
    await Promise.all([problems.load(), endpoint.load(), prompts.load(), sampling.load()]);
    await playground.problem.start();
    await eventually(() => expect(playground.problem.phase.type).not.toBe('loading'));
    return { bar, view, problems, endpoint, prompts, sampling, playground };
  }

  /** Brings a set of these problems into the page, as an import does. */
  async add(problems: ProblemsState, set: string, ids: string): Promise<void> {
    const writer = new SetWriter(this.tables, blockedStorage(), set, '', null);
    const added = ids.split(' ').map(easyOrHard);
    await writer.list(added);
    await writer.keep(added);
    problems.adopt((await writer.commit(problems.keyOf(set))).set);
  }

  /** Answers at once, says who it is, and keeps what it was asked. */
  async *#answersAtOnce(request: GenerationRequest): AsyncGenerator<GenerationEvent> {
    this.asked.push(request);
    yield { type: 'identified', model: 'scripted-v2', fingerprint: 'fp_1' };
    yield { type: 'text', text: answerWith('print(1)') };
    yield { type: 'finished', reason: 'stop', reasoningOpen: false, refused: ['seed'] };
  }
}
