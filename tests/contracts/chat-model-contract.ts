/** The contract of every model, for any backend. Called once per implementation. */
import { describe, expect, test } from 'vitest';
import { CompletionCollector } from '../../src/models/asking/collect.ts';
import type { ChatModel, GenerationEvent, GenerationRequest } from '../../src/models/chat-model.ts';

export interface Asked {
  readonly model: ChatModel;
  readonly request: GenerationRequest;
}

export interface ContractModels {
  /** Reasons, says something, and ends by itself. */
  whole(): Asked;
  /** Writes for far longer than a test waits, and slowly enough to be stopped. */
  endless(): Asked;
  /** Fails before the answer or in its middle; absent where nothing can. */
  readonly failing?: () => Asked;
}

const never = new AbortController().signal;

interface Answered {
  readonly events: readonly GenerationEvent[];
  readonly collector: CompletionCollector;
}

/** Reads to the end; `onCharacters` hears of each event that brought some. */
async function read(
  { model, request }: Asked,
  signal = never,
  onCharacters: () => void = () => undefined,
): Promise<Answered> {
  const events: GenerationEvent[] = [];
  const collector = new CompletionCollector();
  try {
    for await (const event of model.generate(request, signal)) {
      events.push(event);
      collector.push(event);
      if (collector.characters > 0) onCharacters();
    }
  } finally {
    model.dispose();
  }
  return { events, collector };
}

const ends = (events: readonly GenerationEvent[]) =>
  events.filter(({ type }) => type === 'finished' || type === 'failed');

function expectOneEnd(events: readonly GenerationEvent[], type: 'finished' | 'failed'): void {
  expect(ends(events)).toHaveLength(1);
  expect(events.at(-1)?.type).toBe(type);
}

export function chatModelContract(name: string, models: ContractModels): void {
  async function expectUsable(): Promise<void> {
    const { events, collector } = await read(models.whole());
    expectOneEnd(events, 'finished');
    expect(collector.completion.finishReason).toBe('stop');
  }

  describe(`${name}, as any model`, () => {
    test('makes itself ready, and ends a whole answer once, its reasoning told apart', async () => {
      const asked = models.whole();
      expect(await asked.model.load(() => undefined, never)).toMatchObject({ ok: true });
      const { events, collector } = await read(asked);
      expectOneEnd(events, 'finished');
      const { reasoning, reasoningOpen, text, finishReason } = collector.completion;
      expect(finishReason).toBe('stop');
      expect(reasoningOpen).toBe(false);
      expect(reasoning).not.toBe('');
      expect(text.trim()).not.toBe('');
      expect(reasoning + text).not.toMatch(/<\/?think>/);
    });

    test('ends as stopped when its signal aborts, keeps what came, and answers the next', async () => {
      const controller = new AbortController();
      const { events, collector } = await read(models.endless(), controller.signal, () => controller.abort());
      expectOneEnd(events, 'finished');
      expect(collector.completion.finishReason).toBe('stopped');
      expect(collector.characters).toBeGreaterThan(0);
      await expectUsable();
    });

    test('says nothing when its signal had aborted before, and answers the next', async () => {
      const aborted = AbortSignal.abort();
      const asked = models.whole();
      await asked.model.load(() => undefined, aborted);
      const { events, collector } = await read(asked, aborted);
      expectOneEnd(events, 'finished');
      expect(collector.completion).toMatchObject({ finishReason: 'stopped', reasoning: '', text: '' });
      await expectUsable();
    });

    test('is free for the next when its reader leaves early', async () => {
      const { model, request } = models.endless();
      for await (const { type } of model.generate(request, never))
        if (type === 'reasoning' || type === 'text') break;
      model.dispose();
      await expectUsable();
    });

    test('may be let go without a question, and more than once', async () => {
      const { model } = models.whole();
      model.dispose();
      model.dispose();
      await expectUsable();
    });

    if (models.failing !== undefined)
      test('gives a failure as its one end, throws nothing, and answers the next', async () => {
        const { events, collector } = await read(models.failing!());
        expectOneEnd(events, 'failed');
        const failure = collector.failure;
        expect(failure?.message).toMatch(/\.$/);
        expect(failure?.remedy).not.toBe('');
        await expectUsable();
      });
  });
}
