import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import {
  ANSWER_LEFT,
  type ChatModel,
  type GenerationEvent,
  type Readiness,
} from '../../../models/chat-model.ts';
import type { Answer } from '../../../domain/answer.ts';
import { ask } from '../../../models/asking/ask.ts';
import type { Question } from '../../../models/prompts/prompt-messages.ts';
import { AnswerState, type AskModel } from './answer-state.svelte.ts';
import { failureIn } from '../../../../tests/builders/said.ts';

const QUESTION: Question = {
  messages: [{ role: 'user', content: 'Solve it.' }],
  sampling: { ...DEEPCODER_SAMPLING, seed: 7 },
  prompt: { name: 'own:mine', label: 'mine' },
};

/** A model that is ready when `load` resolves, and that then sends `events`. */
function model(load: Promise<Readiness>, events: readonly GenerationEvent[]): ChatModel {
  return {
    id: 'tiny@host',
    load: () => load,
    generate: async function* () {
      yield* events;
    },
    dispose: () => undefined,
  };
}

function asks(asked: ChatModel, question = QUESTION): AskModel {
  return (watch, signal) => ask({ model: asked, label: 'Tiny', question }, watch, signal);
}

describe('how an answer was asked', () => {
  it('stands in its record from the beginning, and grows with what the model says of itself', async () => {
    const answer = new AnswerState();
    let ready = (_: Readiness): void => undefined;
    const events: GenerationEvent[] = [
      { type: 'identified', model: 'tiny-2', fingerprint: null },
      { type: 'window', window: { promptTokens: 3, generatedTokens: 0, contextTokens: 2048 } },
      { type: 'finished', reason: 'stop', reasoningOpen: false },
    ];
    const saved: Answer[] = [];
    const loading = new Promise<Readiness>((resolve) => (ready = resolve));
    const asking = answer.ask(asks(model(loading, events)), (record) => saved.push(record));
    const { messages, sampling, prompt } = QUESTION;
    const known = { messages, sampling, prompt, refused: [], modelId: 'tiny@host' };
    expect(answer.record?.asked).toMatchObject({ ...known, model: null, contextTokens: null });
    ready({ ok: true, contextTokens: 8192 });
    await asking;
    expect(saved.at(-1)?.asked).toMatchObject({ ...known, model: 'tiny-2', contextTokens: 2048 });
    expect(saved.at(-1)?.asked?.at).toBe(answer.record?.asked?.at);
  });

  it('is kept when the model fails, and is no matter of what is replayed', async () => {
    const answer = new AnswerState();
    const failure = failureIn('not-downloaded', 'M is not loaded.');
    const failing = Promise.resolve<Readiness>({ ok: false, failure });
    await answer.ask(asks(model(failing, [])), () => undefined);
    expect([answer.record?.failure?.message, answer.record?.asked?.prompt.label]).toEqual([
      'M is not loaded.',
      'mine',
    ]);
    await answer.ask(asks(model(failing, []), { ...QUESTION, prompt: null }), () => undefined);
    expect(answer.record).not.toHaveProperty('asked');
  });

  it('is missing in records of older visits, which are shown as ever', () => {
    const answer = new AnswerState();
    const completion = {
      reasoning: '',
      reasoningOpen: false,
      text: 'x',
      finishReason: 'stop',
      usage: null,
    } as const;
    const speed = { tokens: 1, estimated: true, firstTokenMs: 1, tokensPerSecond: null };
    const older: Answer = { label: 'Tiny', completion, ended: true, failure: null, speed };
    answer.show(older);
    expect([answer.phase, answer.record]).toEqual(['ended', older]);
  });
});

it('is stored as far as it had come when another takes its place', async () => {
  const answer = new AnswerState();
  const saved: Answer[] = [];
  let end = (): void => undefined;
  let said = (): void => undefined;
  const [heard, over] = [
    new Promise<void>((resolve) => (said = resolve)),
    new Promise<void>((resolve) => (end = resolve)),
  ];
  const endless: ChatModel = {
    ...model(Promise.resolve({ ok: true, contextTokens: null }), []),
    generate: async function* () {
      for (const text of ['one ', 'two ', 'three']) yield { type: 'text', text };
      said();
      await over;
    },
  };
  const asking = answer.ask(asks(endless), (record) => saved.push(record));
  await heard;
  answer.clear();
  end();
  expect(await asking).toBeNull();
  expect(saved.at(-1)).toMatchObject({ ended: false, completion: { text: 'one two three' } });
});

it.each([
  ['stopped', 'stop' as const],
  ['left', 'clear' as const],
])('tells its model whether it was %s', async (end, leave) => {
  const answer = new AnswerState();
  const signals: AbortSignal[] = [];
  const patient: ChatModel = {
    ...model(Promise.resolve({ ok: true, contextTokens: null }), []),
    generate: async function* (_, signal) {
      signals.push(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield { type: 'finished', reason: 'stopped', reasoningOpen: false };
    },
  };
  const asking = answer.ask(asks(patient), () => undefined);
  await eventually(() => expect(signals).toHaveLength(1));
  answer[leave]();
  await asking;
  expect(signals[0]?.reason === ANSWER_LEFT).toBe(end === 'left');
});

it('can be stopped before anything was asked, and leaves what was there', async () => {
  const answer = new AnswerState();
  const ready = Promise.resolve<Readiness>({ ok: true, contextTokens: null });
  const say = (text: string): GenerationEvent[] => [
    { type: 'text', text },
    { type: 'finished', reason: 'stop', reasoningOpen: false },
  ];
  expect(await answer.ask(asks(model(ready, say('first'))), () => undefined)).toMatchObject({
    text: 'first',
  });
  let open = (): void => undefined;
  const opening = new Promise<void>((resolve) => (open = resolve));
  const second = answer.ask(
    async (watch, signal) => {
      await opening;
      return asks(model(ready, say('second')))(watch, signal);
    },
    () => undefined,
  );
  answer.stop();
  open();
  expect(await second).toBeNull();
  expect([answer.phase, answer.record?.completion.text]).toEqual(['ended', 'first']);
});
