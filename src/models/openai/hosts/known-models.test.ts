import { afterEach, describe, expect, it } from 'vitest';
import { closeServers, DONE, play, reply, stream, type Script } from '../../../../tests/played-server.ts';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import { collectCompletion } from '../../asking/collect.ts';
import type { EndpointAddress } from '../endpoint-port.ts';
import { KnownModels } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';

const NEVER = new AbortController().signal;

afterEach(closeServers);

const knownModels = () =>
  new KnownModels(({ baseUrl, key }) => new OpenAIServer({ address: baseUrl, key, origin: null }));

/**
 * Requests one answer in the same way as the page: opens a model, loads it, sends a request and disposes of
 * the model.
 */
async function answer(known: KnownModels, address: EndpointAddress) {
  const model = known.modelOf(address, 'tiny');
  const ready = await model.load(() => undefined, NEVER);
  const sampling = { ...DEEPCODER_SAMPLING, seed: 1 };
  const { completion, refusedParameters } = await collectCompletion(
    model.generate({ messages: [{ role: 'user', content: 'Hello' }], sampling }, NEVER),
  );
  model.dispose();
  return { completion, ready, refused: refusedParameters };
}

/** A server that rejects seeds, and runs with the context window that `context` returns at each request. */
const seedless =
  (context: () => number = () => 4096): Script =>
  (response, { path, body }) => {
    if (path === '/v1/models')
      return reply(response, 200, { data: [{ id: 'tiny', max_model_len: context() }] });
    if (body !== null && typeof body === 'object' && 'seed' in body)
      return reply(response, 400, { error: { message: 'Unsupported parameter: seed', param: 'seed' } });
    const chunk = { choices: [{ delta: { content: 'ready' } }] };
    stream(response, `data: ${JSON.stringify(chunk)}\n\n`, DONE).end();
  };

describe('KnownModels', () => {
  it('knows for the next answer what one has shown', async () => {
    const { address: baseUrl, asked } = await play(seedless());
    const known = knownModels();
    const first = await answer(known, { baseUrl, key: '' });
    expect(first.refused).toEqual(['seed']);
    const before = asked.length;
    const second = await answer(known, { baseUrl, key: '' });
    expect(second.completion.text).toBe('ready');
    expect(second.refused).toEqual(['seed']);
    // The server rejected the seed once, and the next request left it out.
    expect(asked.slice(before).map(({ path }) => path)).toEqual(['/v1/models', '/v1/chat/completions']);
  });

  it('keeps apart what is of another address, key or model, and forgets when told', async () => {
    const known = knownModels();
    const here = { baseUrl: 'http://localhost:1', key: 'a' };
    const model = known.modelOf(here, 'tiny');
    expect(known.modelOf({ ...here }, 'tiny')).toBe(model);
    expect(known.modelOf({ ...here, key: 'b' }, 'tiny')).not.toBe(model);
    expect(known.modelOf({ ...here, baseUrl: 'http://localhost:2' }, 'tiny')).not.toBe(model);
    expect(known.modelOf(here, 'other')).not.toBe(model);
    expect(known.modelOf(here, 'tiny')).toBe(model);
    known.forget(here, 'tiny');
    expect(known.modelOf(here, 'tiny')).not.toBe(model);
  });

  it('keeps those that were asked last', () => {
    const known = knownModels();
    const at = (port: number) => ({ baseUrl: `http://localhost:${port}`, key: '' });
    const [first, second] = [known.modelOf(at(1), 'tiny'), known.modelOf(at(2), 'tiny')];
    for (let port = 3; port <= 16; port++) known.modelOf(at(port), 'tiny');
    expect(known.modelOf(at(1), 'tiny')).toBe(first);
    known.modelOf(at(17), 'tiny');
    expect(known.modelOf(at(1), 'tiny')).toBe(first);
    expect(known.modelOf(at(2), 'tiny')).not.toBe(second);
  });

  it('takes the context that the server runs with now', async () => {
    let context = 4096;
    const { address: baseUrl } = await play(seedless(() => context));
    const known = knownModels();
    expect((await answer(known, { baseUrl, key: '' })).ready).toEqual({ ok: true, contextTokens: 4096 });
    context = 32_768;
    expect((await answer(known, { baseUrl, key: '' })).ready).toEqual({ ok: true, contextTokens: 32_768 });
  });
});
