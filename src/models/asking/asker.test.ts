import { describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../domain/completion.ts';
import type { RecordedAnswer } from '../../domain/answer.ts';
import type { ChatModel } from '../chat-model.ts';
import { RecordedModel } from '../recorded/recorded-model.ts';
import { Asker, type AskerParts, type LocalToAsk } from './asker.ts';
import { chosenModel } from './model-choices.ts';

const RIGHT: RecordedAnswer = { kind: 'right', model: 'm', finishReason: 'stop', raw: 'print(1)' };
const question = {
  messages: [{ role: 'user' as const, content: 'Sum.' }],
  sampling: DEEPCODER_SAMPLING,
  prompt: { name: 'deepcoder', label: 'DeepCoder' },
};
const never = new AbortController().signal;
const replayOf = (text: string): ChatModel => new RecordedModel({ ...RIGHT, raw: text }, { delayMs: 0 });

const stored = { id: 'q', label: 'Q 4B' };
const local: LocalToAsk = {
  models: {
    gpu: {
      ready: [],
      find: () => null,
      isReady: (id) => Promise.resolve(id === 'ready'),
      open: (id) => Promise.reject(new Error(`asked ${id}`)),
    },
    cpu: {
      ready: [stored],
      find: (id) => (id === 'absent' ? { id, label: 'Absent 1B' } : null),
      isReady: (id) => Promise.resolve(id === stored.id),
      open: (id) => Promise.resolve({ model: replayOf(`cpu ${id}`) }),
    },
  },
};

function makeAsker(parts: Partial<AskerParts> = {}): Asker {
  return new Asker({
    endpoint: {
      isKnown: true,
      names: ['a', ''],
      open: (model) => Promise.resolve(replayOf(`endpoint ${model}`)),
    },
    local: { current: local, load: () => Promise.resolve(local) },
    replayModel: () => replayOf('replayed'),
    ...parts,
  });
}

const labels = (asker: Asker, pick: string | null) => asker.choices([RIGHT], pick).map(({ label }) => label);

describe('what can be asked', () => {
  it('is what is here, and what the address names', () => {
    const here = ['Example: correct answer', 'llama.cpp: Q 4B', 'Endpoint: a'];
    expect(labels(makeAsker(), null)).toEqual(here);
    expect(labels(makeAsker(), 'cpu:q')).toEqual(here);
    expect(labels(makeAsker(), 'cpu:absent')).toContain('llama.cpp: Absent 1B');
    expect(labels(makeAsker(), 'gpu:nobody-knows')).toContain('GPU: nobody-knows');
    expect(labels(makeAsker(), 'endpoint:other')).toContain('Endpoint: other');
  });

  it('leaves this machine out while its models are not loaded', () => {
    const load = () => Promise.reject(new Error('not needed'));
    const asker = makeAsker({ local: { current: null, load } });
    expect(labels(asker, null)).toEqual(['Example: correct answer', 'Endpoint: a']);
    expect(labels(asker, 'cpu:q')).toContain('llama.cpp: q');
  });
});

describe('what is missing', () => {
  const missing = (pick: string, asker = makeAsker()) => {
    const choice = chosenModel(asker.choices([RIGHT], pick), pick);
    if (choice?.id !== pick) throw new Error(`no choice ${pick}`);
    return asker.missingSetting(choice);
  };

  it('is named by kind', async () => {
    expect(await missing('recorded:right')).toBeNull();
    expect(await missing('endpoint:a')).toBeNull();
    const endpoint = { isKnown: false, names: ['a'], open: () => Promise.reject(new Error('no address')) };
    expect(await missing('endpoint:a', makeAsker({ endpoint }))).toBe('endpoint');
    expect(await missing('gpu:ready')).toBeNull();
    expect(await missing('gpu:other')).toBe('gpu');
    expect(await missing('cpu:q')).toBeNull();
    expect(await missing('cpu:absent')).toBe('cpu');
  });
});

describe('asking', () => {
  const ask = (pick: string, signal = never, asker = makeAsker()) => {
    const choice = chosenModel(asker.choices([RIGHT], pick), pick);
    if (choice?.id !== pick) throw new Error(`no choice ${pick}`);
    return asker.ask(choice, { set: 's', id: 'p' }, question, {}, signal);
  };

  it('goes to whom the choice names', async () => {
    expect((await ask('endpoint:a'))?.completion.text).toBe('endpoint a');
    expect((await ask('cpu:q'))?.completion.text).toBe('cpu q');
    await expect(ask('gpu:ready')).rejects.toThrow('asked ready');
    expect(await ask('endpoint:a')).toMatchObject({
      label: 'Endpoint: a',
      asked: { prompt: question.prompt },
    });
  });

  it('sends nothing for a recorded answer, and says so', async () => {
    const answer = await ask('recorded:right');
    expect(answer?.completion.text).toBe('replayed');
    expect(answer).not.toHaveProperty('asked');
  });

  it('does not begin when it is stopped while a model is opened', async () => {
    const stop = new AbortController();
    const opened = replayOf('too late');
    const open = () => {
      stop.abort();
      return Promise.resolve(opened);
    };
    const asker = makeAsker({ endpoint: { isKnown: true, names: ['a'], open } });
    expect(await ask('endpoint:a', stop.signal, asker)).toBeNull();
  });

  it('says when the code of a model cannot be fetched', async () => {
    const load = () => Promise.reject(new Error('offline'));
    await expect(ask('cpu:q', never, makeAsker({ local: { current: local, load } }))).rejects.toThrow(
      'offline',
    );
  });
});
