/**
 * Tests the client with a mock server of another project, because it may reveal errors in this project's
 * reading of the protocol.
 */
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import { collectCompletion } from '../../asking/collect.ts';
import { OpenAIModel } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';

const mock = new LLMock({ port: 0, logLevel: 'silent' });
const NEVER = new AbortController().signal;
const request = (content: string) => ({
  messages: [{ role: 'user' as const, content }],
  sampling: { ...DEEPCODER_SAMPLING, seed: 3 },
});

beforeAll(() => mock.start());
afterAll(() => mock.stop());

const modelAtMock = () =>
  new OpenAIModel(new OpenAIServer({ address: mock.url, origin: null }), { model: 'm', retryBaseMs: 1 });
const complete = (content: string) => collectCompletion(modelAtMock().generate(request(content), NEVER));

describe('aimock', () => {
  it('streams reasoning and text, counted', async () => {
    const reasoning = 'First the naïve way. '.repeat(20);
    mock.onMessage('reason', { content: 'Then 数.', reasoning });
    const { completion, identity } = await complete('reason');
    expect(completion).toMatchObject({ reasoning, text: 'Then 数.', finishReason: 'stop' });
    expect(completion.usage?.completionTokens).toBeGreaterThan(0);
    expect(identity?.model).toBe('m');
  });

  it('is asked again after a 429, and no sooner than its Retry-After of 1 s', async () => {
    mock.onMessage('limited', { content: 'ok' });
    mock.nextRequestError(429, { message: 'slow down', type: 'rate_limit_error' });
    const startedMs = performance.now();
    const { completion, failure } = await complete('limited');
    expect(failure).toBeNull();
    expect(completion.text).toBe('ok');
    expect(performance.now() - startedMs).toBeGreaterThan(950);
  });

  it('loses nothing when it hangs up amid the answer', async () => {
    mock.onMessage(
      'hang up',
      { content: 'word '.repeat(50) },
      { truncateAfterChunks: 4, chunkSize: 10, latency: 5 },
    );
    const { completion, failure } = await complete('hang up');
    expect(completion.finishReason).toBe('interrupted');
    expect(completion.text).toMatch(/^word /);
    expect(failure?.layer).toBe('cut');
  });

  it('says that an answer is no answer', async () => {
    mock.onMessage('nonsense', { content: 'ok' }, { chaos: { malformedRate: 1 } });
    expect((await complete('nonsense')).failure?.layer).toBe('protocol');
  });
});
