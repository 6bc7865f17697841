import { expect, it } from 'vitest';
import { DEEPCODER_SAMPLING, MOST_ANSWER_CHARACTERS } from '../../domain/completion.ts';
import type { ChatModel, GenerationEvent, LoadPhase } from '../chat-model.ts';
import { loadStep } from '../load-step.ts';
import { modelFailure } from '../failure.ts';
import { judgeable } from '../../domain/answer.ts';
import { ask, type Asking } from './ask.ts';

const FAILURE = modelFailure('not-downloaded', 'modelIsNotLoaded', 'M');
const FINISHED: GenerationEvent = { type: 'finished', reason: 'stop', reasoningOpen: false };
const never = new AbortController().signal;

class ScriptedModel implements ChatModel {
  readonly id = 'scripted';
  readonly #generate: (signal: AbortSignal) => AsyncIterable<GenerationEvent>;
  ready = Promise.resolve({ ok: true, contextTokens: 8192 } as Awaited<ReturnType<ChatModel['load']>>);
  disposed = 0;

  constructor(generate: (signal: AbortSignal) => AsyncIterable<GenerationEvent>) {
    this.#generate = generate;
  }

  load(onPhase: (phase: LoadPhase) => void) {
    onPhase({ step: loadStep('loadingModel'), fraction: null });
    return this.ready;
  }
  generate(_: unknown, signal: AbortSignal) {
    return this.#generate(signal);
  }
  dispose() {
    this.disposed++;
  }
}

function asking(model: ChatModel): Asking {
  const prompt = { name: 'own:mine', label: 'mine' };
  const messages = [{ role: 'user' as const, content: 'Solve it.' }];
  return { model, label: 'Scripted', question: { messages, sampling: DEEPCODER_SAMPLING, prompt } };
}

it('tells what comes as it comes, and gives the whole answer', async () => {
  const model = new ScriptedModel(async function* () {
    yield { type: 'text', text: 'one ' };
    yield { type: 'text', text: 'two' };
    yield FINISHED;
  });
  const told: string[] = [];
  const answer = await ask(
    asking(model),
    {
      onBegin: ({ answer: begun }) => told.push(`begin ${begun.asked?.prompt.label} ${begun.ended}`),
      onLoading: ({ step }) => told.push(step.code),
      onProgress: (draft) => told.push(draft.answer.completion.text),
      onEnd: ({ ended }) => told.push(`end ${ended}`),
    },
    never,
  );
  expect(told).toEqual(['begin mine false', 'loadingModel', 'one ', 'one two', 'one two', 'end true']);
  expect(answer).toMatchObject({
    label: 'Scripted',
    ended: true,
    failure: null,
    completion: { text: 'one two', finishReason: 'stop' },
    asked: { modelId: 'scripted', contextTokens: 8192 },
  });
  expect(answer && judgeable(answer)?.text).toBe('one two');
  expect(model.disposed).toBe(1);
});

it('asks nothing when it was stopped before, and lets the model go', async () => {
  const model = new ScriptedModel(async function* () {
    yield FINISHED;
  });
  const told: string[] = [];
  const stopped = new AbortController();
  stopped.abort();
  expect(await ask(asking(model), { onBegin: () => told.push('begin') }, stopped.signal)).toBeNull();
  expect([told, model.disposed]).toEqual([[], 1]);
});

it('keeps what has come when it is stopped, and has nothing to judge then', async () => {
  const stop = new AbortController();
  const model = new ScriptedModel(async function* (signal) {
    yield { type: 'text', text: 'half' };
    stop.abort();
    if (signal.aborted) yield { type: 'finished', reason: 'stopped', reasoningOpen: false };
  });
  const answer = await ask(asking(model), {}, stop.signal);
  expect(answer?.completion).toMatchObject({ text: 'half', finishReason: 'stopped' });
  expect(answer && judgeable(answer)).toBeNull();
});

it('says why a model could not be made ready', async () => {
  const model = new ScriptedModel(async function* () {
    yield { type: 'text', text: 'never' };
  });
  model.ready = Promise.resolve({ ok: false, failure: FAILURE });
  const answer = await ask(asking(model), {}, never);
  expect(answer).toMatchObject({ ended: true, completion: { text: '' } });
  expect(answer?.failure).toEqual({
    layer: 'not-downloaded',
    message: 'M is not loaded.',
    remedy: 'Load it and ask again.',
  });
  expect(answer && judgeable(answer)).toBeNull();
});

it('keeps what has come of a model that breaks its promise and throws', async () => {
  const model = new ScriptedModel(async function* () {
    yield { type: 'text', text: 'half' };
    throw new Error('socket');
  });
  const answer = await ask(asking(model), {}, never);
  expect(answer).toMatchObject({
    failure: { layer: 'protocol', message: "The model's connection broke: socket" },
    completion: { text: 'half', finishReason: 'interrupted' },
  });
  expect(model.disposed).toBe(1);
});

it('ends an answer that never ends, and hangs up', async () => {
  let closed = false;
  const model = new ScriptedModel(async function* () {
    try {
      yield { type: 'reasoning', text: 'r'.repeat(MOST_ANSWER_CHARACTERS / 2) };
      for (;;) yield { type: 'text', text: 't'.repeat(300_000) };
    } finally {
      closed = true;
    }
  });
  const answer = await ask(asking(model), {}, never);
  const { reasoning, text, finishReason } = answer!.completion;
  expect(finishReason).toBe('too-long');
  expect(reasoning.length + text.length).toBe(MOST_ANSWER_CHARACTERS);
  expect(closed).toBe(true);
  expect(judgeable(answer!)).not.toBeNull();
});

it('is stopped, and has not failed, when it is stopped while the model is made ready', async () => {
  const controller = new AbortController();
  const model = new ScriptedModel(async function* () {
    yield FINISHED;
  });
  const load = model.load.bind(model);
  model.load = (onPhase) => {
    controller.abort();
    model.ready = Promise.resolve({ ok: false, failure: FAILURE });
    return load(onPhase);
  };
  const answer = await ask(asking(model), {}, controller.signal);
  expect(answer).toMatchObject({
    failure: null,
    ended: true,
    completion: { text: '', finishReason: 'stopped' },
  });
});
