/** Our engine over the real web-llm: load, answer, stop, full window, continue, lost device. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../builders/eventually.ts';
import { said } from '../builders/said.ts';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../src/domain/completion.ts';
import { ANSWER_LEFT, type GenerationEvent } from '../../src/models/chat-model.ts';
import { collectCompletion, CompletionCollector } from '../../src/models/asking/collect.ts';
import type { AnswerEnd } from '../../src/models/local-port.ts';
import { GpuChatModel, type GpuChatOptions } from '../../src/models/web-llm/hosts/gpu-chat-model.ts';
import { GpuEngine } from '../../src/models/web-llm/hosts/gpu-engine.ts';
import { probeGpu } from '../../src/models/web-llm/hosts/gpu-probe.ts';
import { control, obey, serverUrl } from './model-server.ts';
import { scriptedModel as scripted } from './scripted-model.ts';

const RIGHT = '```python\nprint(sum(map(int, input().split())))\n```\n';

let worker: Worker | null = null;
const engine = new GpuEngine(
  () => (worker = new Worker(new URL('./losing-gpu.worker.ts', import.meta.url), { type: 'module' })),
);
const other = new GpuEngine(
  () => new Worker(new URL('../../workers/gpu.worker.ts', import.meta.url), { type: 'module' }),
);

afterEach(async () => {
  engine.free();
  other.free();
  await obey();
});

function model(options: Partial<GpuChatOptions> = {}, on = engine): GpuChatModel {
  const defaults = { model: scripted, contextTokens: 4096, runsTestPrompt: false };
  return new GpuChatModel(on, { ...defaults, ...options });
}

function request(content: string, sampling: Partial<SamplingParameters> = {}, logprobs = false) {
  return {
    messages: [{ role: 'user' as const, content }],
    sampling: { ...DEEPCODER_SAMPLING, ...sampling },
    logprobs,
  };
}

const never = new AbortController().signal;

async function answer(asked: GpuChatModel, ...of: Parameters<typeof request>) {
  const collector = await collectCompletion(asked.generate(request(...of), never));
  asked.dispose();
  return collector;
}

describe('a model on the GPU', () => {
  test('is told of by the browser', async () => {
    const facts = await probeGpu();
    expect(facts).toMatchObject({ found: true, adapter: { software: true, architecture: 'swiftshader' } });
  });

  test('is given up when the browser does not answer', async () => {
    const requestAdapter = vi
      .spyOn(GPU.prototype, 'requestAdapter')
      .mockReturnValue(new Promise<null>(() => undefined));
    expect(await probeGpu(50)).toMatchObject({ found: false, why: 'silent' });
    requestAdapter.mockRestore();
  });

  test('loads with phases, speaks at the check, answers with reasoning, usage and window', async () => {
    const phases: string[] = [];
    const asked = model({ runsTestPrompt: true });
    expect(await asked.load(({ step }) => phases.push(step), never)).toEqual({
      ok: true,
      contextTokens: 4096,
    });
    expect(new Set(phases)).toContain('Hearing whether the model speaks');
    expect(new Set(phases)).toContain('Downloading the weights');
    const collector = await answer(asked, 'Sum.');
    expect(collector.completion).toMatchObject({
      reasoning: 'Read the numbers, add them.',
      text: `\n${RIGHT}`,
      finishReason: 'stop',
    });
    const { usage } = collector.completion;
    expect(usage?.promptTokens).toBeGreaterThan(4);
    expect(collector.window).toEqual({
      promptTokens: usage?.promptTokens,
      generatedTokens: usage?.completionTokens,
      contextTokens: 4096,
    });
    expect(collector.identity).toEqual({ model: 'scripted', fingerprint: 'web-llm 0.2.86' });
    // The next answer finds the model loaded.
    const again: string[] = [];
    const next = model();
    await next.load(({ step }) => again.push(step), never);
    expect(again).toEqual(['Waiting for the GPU, which writes another answer']);
    next.dispose();
  });

  test('counts the window while it writes', async () => {
    const windows: number[] = [];
    let prompt: number | null = null;
    const asked = model();
    for await (const event of asked.generate(request('[[8]]'), never)) {
      if (event.type !== 'window') continue;
      windows.push(event.window.generatedTokens);
      prompt ??= event.window.promptTokens;
      if (event.window.promptTokens !== null) expect(event.window.promptTokens).toBe(prompt);
    }
    asked.dispose();
    expect(windows.length).toBeGreaterThan(50);
    expect(windows).toEqual([...windows].sort((a, b) => a - b));
  });

  test('tells the token limit, the full window and a stop apart', async () => {
    expect((await answer(model(), '[[2]]', { maxTokens: 20 })).completion).toMatchObject({
      finishReason: 'length',
      reasoningOpen: true,
      usage: { completionTokens: 20 },
    });
    const small = await answer(model({ contextTokens: 256 }), '[[2]]');
    expect(small.completion.finishReason).toBe('context');
    const { promptTokens, completionTokens } = small.completion.usage ?? {};
    expect((promptTokens ?? 0) + (completionTokens ?? 0)).toBeGreaterThanOrEqual(256);
    const controller = new AbortController();
    const collector = new CompletionCollector();
    const asked = model();
    for await (const event of asked.generate(request('[[2/5]]'), controller.signal)) {
      collector.push(event);
      if (collector.characters > 40) controller.abort();
    }
    asked.dispose();
    expect(collector.completion.finishReason).toBe('stopped');
    expect(collector.completion.reasoning).toMatch(/^no end <think>\nno end/);
    expect((await answer(model(), 'Sum.')).completion.finishReason).toBe('stop');
  });

  test.each([
    ['stopped', undefined, true],
    ['left', ANSWER_LEFT, false],
  ])('tells who listens whether it was %s', async (_, reason, stopped) => {
    const ends: AnswerEnd[] = [];
    const controller = new AbortController();
    const asked = model({ onEnd: (end) => ends.push(end) });
    for await (const event of asked.generate(request('[[2/5]]'), controller.signal))
      if (event.type === 'reasoning') controller.abort(reason);
    asked.dispose();
    expect(ends).toMatchObject([{ isWhole: false, wasStopped: stopped }]);
  });

  test('refuses a prompt longer than the window, and stays usable', async () => {
    const told: string[] = [];
    const listen = { onStart: () => told.push('start'), onEnd: () => told.push('end') };
    const long = await answer(model({ contextTokens: 256, ...listen }), 'y'.repeat(600));
    expect(told).toEqual([]);
    expect(long.failure).toMatchObject({ layer: 'context-overflow' });
    expect(said(long.failure)?.message).toMatch(/longer than the 256 tokens of Scripted/);
    const next = await answer(model({ contextTokens: 256, ...listen }), 'Sum.');
    expect(next.completion.finishReason).toBe('stop');
    expect(told).toEqual(['start', 'end']);
  });

  test('takes the seed, and gives log-probabilities', async () => {
    const [a, b, c] = [
      await answer(model(), '[[3]]', { seed: 1 }, true),
      await answer(model(), '[[3]]', { seed: 1 }),
      await answer(model(), '[[3]]', { seed: 2 }),
    ];
    expect(a.completion.text).toMatch(/^Answer: [AB]{16}$/);
    expect(b.completion.text).toBe(a.completion.text);
    expect(c.completion.text).not.toBe(a.completion.text);
    expect(b.logprobs).toBeNull();
    const doubtful = a.logprobs?.filter(({ token }) => /^[AB]$/.test(token)) ?? [];
    expect(doubtful.length).toBeGreaterThanOrEqual(16);
    for (const { logprob } of doubtful.slice(-16)) expect(logprob).toBeCloseTo(Math.log(0.5), 1);
  });

  test('keeps characters whole that are spread over tokens', async () => {
    expect((await answer(model(), '[[4]]')).completion.text).toBe('π ≈ 3.14 🚀 数学');
  });

  test('lets two answers wait for each other', async () => {
    const order: string[] = [];
    const ask = async (name: string, content: string) => {
      const collector = await answer(model(), content);
      order.push(`${name} ${collector.completion.finishReason}`);
    };
    await Promise.all([ask('first', '[[8]]'), ask('second', 'Sum.')]);
    expect(order).toEqual(['first stop', 'second stop']);
  });

  test('an engine of another tab is told that the GPU is taken', async () => {
    const first = model();
    await first.load(() => undefined, never);
    const late = model({}, other);
    const refused = await late.load(() => undefined, never);
    late.dispose();
    expect(refused).toMatchObject({ ok: false, failure: { layer: 'in-use' } });
    first.dispose();
    engine.free();
    const second = model({}, other);
    expect(await second.load(() => undefined, never)).toMatchObject({ ok: true });
    second.dispose();
  });
});

describe('an answer that breaks off', () => {
  /** Reads until there are this many characters, then calls `breakIt`. */
  async function broken(asked: GpuChatModel, characters: number, breakIt: () => void) {
    const collector = new CompletionCollector();
    const events: GenerationEvent[] = [];
    for await (const event of asked.generate(request('[[0/10]]'), never)) {
      collector.push(event);
      events.push(event);
      if (collector.characters >= characters) {
        breakIt();
        breakIt = () => undefined;
      }
    }
    asked.dispose();
    return collector;
  }

  /** Whether the engine still has the journal of an answer. */
  async function isKept(sessionId: string): Promise<boolean> {
    const kept = await answer(model({ sessionId, continues: true }), 'not looked at', { maxTokens: 1 });
    return kept.failure === null;
  }

  /** @returns the first piece of what comes */
  async function goesOn(sessionId: string): Promise<string> {
    const asked = model({ sessionId, continues: true });
    const rest = new CompletionCollector();
    let first = '';
    for await (const event of asked.generate(request('not looked at'), never)) {
      rest.push(event);
      if (first === '' && event.type === 'reasoning') first = event.text;
    }
    asked.dispose();
    expect(rest.failure).toBeNull();
    expect(rest.completion.finishReason).toBe('stop');
    expect(rest.completion.text).toBe(`\n${RIGHT}`);
    expect(rest.completion.reasoning).toBe('Read the numbers, add them.');
    await eventually(async () => expect(await isKept(sessionId)).toBe(false));
    return first;
  }

  test('goes on where it was when the worker died', async () => {
    const sessionId = crypto.randomUUID();
    const collector = await broken(model({ sessionId }), 12, () => engine.free());
    expect(collector.completion.finishReason).toBe('interrupted');
    expect(collector.completion.reasoning).toMatch(/^Read the/);
    expect(collector.completion.text).toBe('');
    const first = await goesOn(sessionId);
    // Eight tokens at most were not in the journal yet; what was comes at once, before anything new.
    expect(first.length).toBeGreaterThan(3);
    expect('Read the numbers, add them.').toContain(first);
  });

  test('names a lost GPU, and goes on in a new worker', async () => {
    const sessionId = crypto.randomUUID();
    const collector = await broken(model({ sessionId }), 12, () => worker?.postMessage('lose the GPU'));
    expect(collector.failure).toMatchObject({ layer: 'gpu-lost' });
    expect(said(collector.failure)?.remedy).toMatch(/Resume the answer/);
    expect(engine.heldModel).toBeNull();
    await goesOn(sessionId);
  });

  test('is thrown away on demand', async () => {
    const sessionId = crypto.randomUUID();
    await broken(model({ sessionId }), 12, () => engine.free());
    await engine.forget(sessionId);
    expect(await isKept(sessionId)).toBe(false);
  });
});

describe('what goes wrong while loading', () => {
  test('is stopped at once', async () => {
    await control({ path: 'slow/.*bin', delayMs: 3_600_000 });
    const controller = new AbortController();
    const asked = model({ model: { ...scripted, id: 'slow', modelUrl: `${serverUrl}/models/slow/` } });
    const loading = asked.load(() => undefined, controller.signal);
    setTimeout(() => controller.abort(), 300);
    expect(await loading).toMatchObject({ ok: false });
    asked.dispose();
    expect(engine.heldModel).toBeNull();
  });

  test('a model that speaks noise is not let near a problem', async () => {
    // For any question, the scripted model then reads the number of its noisy answer.
    const noisy = {
      system_template: '{system_message}',
      system_message: '',
      roles: { user: '[[6]]', assistant: 'A' },
    };
    const rest = { seps: [''], stop_str: [], stop_token_ids: [258] };
    const asked = model({
      runsTestPrompt: true,
      model: {
        ...scripted,
        id: 'noisy',
        modelUrl: `${serverUrl}/models/noisy/`,
        overrides: { conv_template: { ...noisy, ...rest } },
      },
    });
    const load = await asked.load(() => undefined, never);
    asked.dispose();
    expect(load).toMatchObject({ ok: false, failure: { layer: 'garbage' } });
    expect(engine.heldModel).toBeNull();
  });

  test.each([
    ['a missing library', { libraryUrl: `${serverUrl}/nowhere/lib.wasm` }, 'not-downloaded'],
    [
      'a library that is none',
      { libraryUrl: `${serverUrl}/models/x/resolve/main/tokenizer.json` },
      'library',
    ],
    ['a feature the GPU lacks', { requiredFeatures: ['shader-f16'] }, 'no-gpu'],
    [
      'a library that is not the promised one',
      { integrity: { model_lib: 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' } },
      'library',
    ],
  ] as const)('%s', async (_, change, layer) => {
    const asked = model({ model: { ...scripted, id: `bad ${layer}`, ...change } });
    const load = await asked.load(() => undefined, never);
    asked.dispose();
    expect(load).toMatchObject({ ok: false, failure: { layer } });
  });
});
