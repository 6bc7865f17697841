import { describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../domain/completion.ts';
import { chatModelContract } from '../../../tests/contracts/chat-model-contract.ts';
import type { GenerationEvent } from '../chat-model.ts';
import { collectCompletion } from '../asking/collect.ts';
import type { RecordedAnswer } from '../../domain/answer.ts';
import { RecordedModel } from './recorded-model.ts';

const REQUEST = { messages: [{ role: 'user', content: 'Solve it.' }], sampling: DEEPCODER_SAMPLING } as const;
const ANSWER: RecordedAnswer = {
  kind: 'right',
  finishReason: 'stop',
  model: 'deepcoder-14b',
  raw: `<think>\n${'Let me see. '.repeat(40)}\n</think>\nHere:\n\`\`\`python\nprint('😀')\n\`\`\``,
};

describe('RecordedModel', () => {
  it('replays the whole answer in many pieces', async () => {
    const model = new RecordedModel(ANSWER, { delayMs: 0 });
    const collector = await collectCompletion(model.generate(REQUEST, new AbortController().signal));
    expect(model.id).toBe('recorded:deepcoder-14b');
    expect(collector.completion).toEqual({
      reasoning: 'Let me see. '.repeat(40),
      reasoningOpen: false,
      text: "Here:\n```python\nprint('😀')\n```",
      finishReason: 'stop',
      usage: null,
    });
  });

  it('cuts at words and never inside a character', async () => {
    const raw = 'word '.repeat(50) + '😀'.repeat(100);
    const model = new RecordedModel({ ...ANSWER, raw }, { delayMs: 0 });
    const pieces: string[] = [];
    for await (const event of model.generate(REQUEST, new AbortController().signal)) {
      if (event.type === 'text') pieces.push(event.text);
    }
    expect(pieces.join('')).toBe(raw);
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.every((piece) => !/[\uD800-\uDBFF]$/.test(piece))).toBe(true);
    expect(pieces[0]).toMatch(/ $/);
  });

  it('takes its time, by the clock', async () => {
    const model = new RecordedModel({ ...ANSWER, raw: 'word '.repeat(80) }, { delayMs: 5 });
    const startedMs = performance.now();
    await collectCompletion(model.generate(REQUEST, new AbortController().signal));
    expect(performance.now() - startedMs).toBeGreaterThan(150);
  });

  it('stops at once when aborted, keeping what came', async () => {
    const model = new RecordedModel(ANSWER, { delayMs: 10_000 });
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 10);
    const events: GenerationEvent[] = [];
    for await (const event of model.generate(REQUEST, abort.signal)) events.push(event);
    expect(events).toEqual([{ type: 'finished', reason: 'stopped', reasoningOpen: false }]);

    const second = new AbortController();
    const collector = await collectCompletion(
      new RecordedModel(ANSWER, { delayMs: 0 }).generate(REQUEST, second.signal),
      ({ characters }) => {
        if (characters > 100) second.abort();
      },
    );
    expect(collector.completion).toMatchObject({ finishReason: 'stopped', reasoningOpen: true });
  });

  it('says that an answer never closed its reasoning, and that it was cut', async () => {
    const cut = { ...ANSWER, finishReason: 'length', raw: '<think>\non and on' } as const;
    const model = new RecordedModel(cut, { delayMs: 0 });
    const { completion } = await collectCompletion(model.generate(REQUEST, new AbortController().signal));
    expect(completion).toMatchObject({ reasoning: 'on and on', reasoningOpen: true, finishReason: 'length' });
  });
});

const replayed = (raw: string) => ({
  model: new RecordedModel({ ...ANSWER, raw }, { delayMs: 1 }),
  request: REQUEST,
});
chatModelContract('a recorded answer', {
  whole: () => replayed('<think>\nBriefly.\n</think>\nDone.'),
  endless: () => replayed(`<think>\n${'Let me see. '.repeat(10_000)}`),
});
