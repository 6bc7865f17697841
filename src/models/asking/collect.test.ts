import { describe, expect, it } from 'vitest';
import type { GenerationEvent } from '../chat-model.ts';
import { CompletionCollector, collectCompletion } from './collect.ts';
import { failureIn } from '../../../tests/builders/said.ts';

async function* stream(...events: GenerationEvent[]): AsyncGenerator<GenerationEvent> {
  for (const event of events) yield await Promise.resolve(event);
}

const FINISHED: GenerationEvent = { type: 'finished', reason: 'stop', reasoningOpen: false };

describe('CompletionCollector', () => {
  it('folds a stream and can be asked at any time', async () => {
    const seen: string[] = [];
    const collector = await collectCompletion(
      stream(
        { type: 'reasoning', text: 'wh' },
        { type: 'reasoning', text: 'y' },
        { type: 'text', text: 'answer' },
        { type: 'usage', usage: { promptTokens: 3, completionTokens: 7 } },
        FINISHED,
      ),
      ({ completion }) => seen.push(`${completion.reasoning}|${completion.reasoningOpen}|${completion.text}`),
    );
    expect(seen.slice(0, 3)).toEqual(['wh|true|', 'why|true|', 'why|false|answer']);
    expect(collector.completion).toEqual({
      reasoning: 'why',
      reasoningOpen: false,
      text: 'answer',
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 7 },
    });
    expect(collector.characters).toBe(9);
    expect(collector.failure).toBeNull();
  });

  it('takes the mean of what the model says of its tokens', async () => {
    const tokens = [-1, -3].map((logprob) => ({ token: 'x', logprob }));
    const collector = await collectCompletion(
      stream(
        { type: 'logprobs', tokens },
        { type: 'logprobs', tokens: [{ token: 'y', logprob: 0.5 - 0.7 }] },
        FINISHED,
      ),
    );
    expect(collector.sureness?.tokens).toBe(3);
    expect(collector.sureness?.meanLogprob).toBeCloseTo(-1.4, 12);
    expect((await collectCompletion(stream(FINISHED))).sureness).toBeNull();
  });

  it('moves text to the reasoning when told', async () => {
    const { completion } = await collectCompletion(
      stream({ type: 'text', text: 'why' }, { type: 'reclassified' }, { type: 'text', text: 'so' }, FINISHED),
    );
    expect(completion).toMatchObject({ reasoning: 'why', text: 'so', reasoningOpen: false });
  });

  it('keeps what arrived before a failure, as cut off', async () => {
    const failure = failureIn('gpu-lost');
    const collector = await collectCompletion(
      stream({ type: 'text', text: 'half' }, { type: 'failed', failure }),
    );
    expect(collector.failure).toBe(failure);
    expect(collector.completion).toMatchObject({ text: 'half', finishReason: 'interrupted' });
  });

  it('measures speed by its clock, and says when tokens are estimated', () => {
    let ms = 1000;
    const collector = new CompletionCollector(() => ms);
    expect(collector.speed).toEqual({
      tokens: 0,
      estimated: true,
      firstTokenMs: null,
      tokensPerSecond: null,
    });
    ms = 1500;
    collector.push({ type: 'text', text: 'x'.repeat(200) });
    expect(collector.speed).toEqual({
      tokens: 50,
      estimated: true,
      firstTokenMs: 500,
      tokensPerSecond: null,
    });
    // The rest of the same chunk, for which no rate is computed.
    ms = 1501;
    collector.push({ type: 'text', text: '' });
    expect(collector.speed.tokensPerSecond).toBeNull();
    ms = 2500;
    collector.push({ type: 'text', text: 'x'.repeat(200) });
    expect(collector.speed).toMatchObject({ tokens: 100, tokensPerSecond: 100 });
    collector.push({ type: 'usage', usage: { promptTokens: 1, completionTokens: 120 } });
    expect(collector.speed).toMatchObject({ tokens: 120, estimated: false, tokensPerSecond: 120 });
  });
});
