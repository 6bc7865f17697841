import { expect, it } from 'vitest';
import { DEEPCODER_SAMPLING, MOST_ANSWER_CHARACTERS } from '../../domain/completion.ts';
import { ScriptedModel } from '../../../tests/builders/scripted-model.ts';
import type { ChatModel, GenerationEvent } from '../chat-model.ts';
import { failureIn } from '../../../tests/builders/said.ts';
import { failed } from '../failure.ts';
import { judgeable } from '../../domain/answer.ts';
import { ask, type Asking } from './ask.ts';

const FAILURE = failureIn('not-downloaded');
const FINISHED: GenerationEvent = { type: 'finished', reason: 'stop', reasoningOpen: false };
const never = new AbortController().signal;

const scripted = (generate: (signal: AbortSignal) => AsyncGenerator<GenerationEvent>) =>
  new ScriptedModel('scripted', (_, signal) => generate(signal), 8192);

function asking(model: ChatModel): Asking {
  const prompt = { name: 'own:mine', label: 'mine' };
  const messages = [{ role: 'user' as const, content: 'Solve it.' }];
  return { model, label: 'Scripted', question: { messages, sampling: DEEPCODER_SAMPLING, prompt } };
}

it('tells what comes as it comes, and gives the whole answer', async () => {
  const model = scripted(async function* () {
    yield { type: 'text', text: 'one ' };
    yield { type: 'text', text: 'two' };
    yield FINISHED;
  });
  model.load = (onPhase) => {
    onPhase?.({ step: 'Loading the model', fraction: null });
    return Promise.resolve({ ok: true, contextTokens: 8192 });
  };
  const events: string[] = [];
  const answer = await ask(
    asking(model),
    {
      onBegin: ({ answer: begun }) => events.push(`begin ${begun.asked?.prompt.label} ${begun.ended}`),
      onLoading: ({ step }) => events.push(step),
      onProgress: (draft) => events.push(draft.answer.completion.text),
      onEnd: ({ ended }) => events.push(`end ${ended}`),
    },
    never,
  );
  expect(events).toEqual(['begin mine false', 'Loading the model', 'one ', 'one two', 'one two', 'end true']);
  expect(answer).toMatchObject({
    label: 'Scripted',
    ended: true,
    failure: null,
    completion: { text: 'one two', finishReason: 'stop' },
    asked: { modelId: 'scripted', contextTokens: 8192 },
  });
  expect(answer && judgeable(answer)?.text).toBe('one two');
  expect(model.disposed).toBe(true);
});

it('asks nothing when it was stopped before, and lets the model go', async () => {
  const model = scripted(async function* () {
    yield FINISHED;
  });
  const told: string[] = [];
  const stopped = new AbortController();
  stopped.abort();
  expect(await ask(asking(model), { onBegin: () => told.push('begin') }, stopped.signal)).toBeNull();
  expect([told, model.disposed]).toEqual([[], true]);
});

it('keeps what has come when it is stopped, and has nothing to judge then', async () => {
  const stop = new AbortController();
  const model = scripted(async function* (signal) {
    yield { type: 'text', text: 'half' };
    stop.abort();
    if (signal.aborted) yield { type: 'finished', reason: 'stopped', reasoningOpen: false };
  });
  const answer = await ask(asking(model), {}, stop.signal);
  expect(answer?.completion).toMatchObject({ text: 'half', finishReason: 'stopped' });
  expect(answer && judgeable(answer)).toBeNull();
});

it('says why a model could not be made ready', async () => {
  const model = scripted(async function* () {
    yield { type: 'text', text: 'never' };
  });
  model.load = () => Promise.resolve(failed(FAILURE));
  const answer = await ask(asking(model), {}, never);
  expect(answer).toMatchObject({ ended: true, completion: { text: '' } });
  expect(answer?.failure).toEqual(FAILURE);
  expect(answer && judgeable(answer)).toBeNull();
});

it('keeps what has come of a model that breaks its promise and throws', async () => {
  const model = scripted(async function* () {
    yield { type: 'text', text: 'half' };
    throw new Error('socket');
  });
  const answer = await ask(asking(model), {}, never);
  expect(answer).toMatchObject({
    failure: { layer: 'protocol', message: "The model's connection broke: socket" },
    completion: { text: 'half', finishReason: 'interrupted' },
  });
  expect(model.disposed).toBe(true);
});

it('ends an answer that never ends, and hangs up', async () => {
  let closed = false;
  const model = scripted(async function* () {
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
  const model = scripted(async function* () {
    yield FINISHED;
  });
  model.load = () => {
    controller.abort();
    return Promise.resolve(failed(FAILURE));
  };
  const answer = await ask(asking(model), {}, controller.signal);
  expect(answer).toMatchObject({
    failure: null,
    ended: true,
    completion: { text: '', finishReason: 'stopped' },
  });
});
