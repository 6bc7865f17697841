import { afterEach, describe, expect, it } from 'vitest';
import { said } from '../../../../tests/builders/said.ts';
import { closeServers, fetchAsPage, play, reply, type Script } from '../../../../tests/played-server.ts';
import { OpenAIModel } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';

const PAGE = 'https://allpass.example';
const NEVER = new AbortController().signal;

afterEach(closeServers);

const list =
  (...models: object[]): Script =>
  (response) =>
    reply(response, 200, { data: models });

describe('OpenAIServer', () => {
  it('lists models with their context', async () => {
    const { address } = await play(list({ id: 'a', max_model_len: 4096 }, { id: 'b' }));
    expect(await new OpenAIServer({ address, origin: null }).listModels(NEVER)).toEqual({
      ok: true,
      models: [
        { name: 'a', contextTokens: 4096, contextIsSure: true, answersAnyName: false },
        { name: 'b', contextTokens: null, contextIsSure: false, answersAnyName: false },
      ],
    });
  });

  it('sends no authorization without a key', async () => {
    const { address, asked } = await play(list());
    await new OpenAIServer({ address, origin: null, key: ' ' }).listModels(NEVER);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('tells a server that does not admit this page from one that is down', async () => {
    const { address } = await play(list({ id: 'a' }));
    const result = await new OpenAIServer({ address, origin: PAGE, fetch: fetchAsPage(PAGE) }).listModels(
      NEVER,
    );
    expect(result).toMatchObject({ ok: false, failure: { layer: 'cors' } });
    const remedy = result.ok ? '' : said(result.failure).remedy;
    expect(remedy).toContain(`--allowed-origins '["${PAGE}"]'`);
    expect(remedy).toContain(`OLLAMA_ORIGINS=${PAGE}`);
    expect(remedy).toContain(`--cors-origins ${PAGE}`);
    expect(remedy).toContain('lms server start --cors');
    expect(remedy).toContain(`--cors-allow-origin ${PAGE}`);
  });

  it('explains a refused list and one that is none', async () => {
    const refused = await play((response) => response.writeHead(401).end());
    expect(
      await new OpenAIServer({ address: refused.address, origin: null }).listModels(NEVER),
    ).toMatchObject({
      failure: { layer: 'unauthorized' },
    });
    const page = await play((response) => response.end('<html>'));
    expect(await new OpenAIServer({ address: page.address, origin: null }).listModels(NEVER)).toMatchObject({
      failure: { layer: 'protocol' },
    });
  });

  it('does not ask an address that cannot be', async () => {
    const listing = await new OpenAIServer({ address: 'http://gpu.example', origin: PAGE }).listModels(NEVER);
    expect(listing).toMatchObject({ ok: false, failure: { layer: 'mixed-content' } });
  });
});

describe('making a model ready', () => {
  const load = (address: string, model: string): ReturnType<OpenAIModel['load']> =>
    new OpenAIModel(new OpenAIServer({ address, origin: null }), { model }).load(() => undefined, NEVER);

  it('finds the model and its context', async () => {
    const { address } = await play(list({ id: 'a', max_model_len: 4096 }));
    expect(await load(address, 'a')).toEqual({ ok: true, contextTokens: 4096 });
    // The server may accept names that it does not list.
    expect(await load(address, 'z')).toEqual({ ok: true, contextTokens: null });
    expect(await load(address, '')).toMatchObject({ ok: false, failure: { layer: 'model-not-found' } });
  });

  it('asks llama-server with how much it runs, where the list tells only for how much the model was trained', async () => {
    const listed = { id: 'a', owned_by: 'llamacpp', meta: { n_ctx_train: 8192 } };
    const props = { default_generation_settings: { n_ctx: 2048 }, total_slots: 1 };
    const { address } = await play((response, { path }) =>
      reply(response, 200, path === '/props' ? props : { data: [listed] }),
    );
    expect(await load(address, 'a')).toEqual({ ok: true, contextTokens: 2048 });
  });

  it('believes a server without a list', async () => {
    const { address } = await play((response) => response.writeHead(404).end());
    expect(await load(address, 'a')).toEqual({ ok: true, contextTokens: null });
  });

  it('sends no token limit, whatever context it has learned', async () => {
    const { address, asked } = await play((response, { path }) =>
      path === '/v1/models'
        ? reply(response, 200, { data: [{ id: 'a', max_model_len: 4096 }] })
        : response.writeHead(401).end(),
    );
    const model = new OpenAIModel(new OpenAIServer({ address, origin: null }), { model: 'a' });
    await model.load(() => undefined, NEVER);
    const sampling = { temperature: 0.6, topP: 0.95, maxTokens: null, seed: null };
    const events = model.generate({ messages: [{ role: 'user', content: 'x'.repeat(30) }], sampling }, NEVER);
    for await (const event of events) expect(event.type).toBe('failed');
    expect(asked.at(-1)?.body).not.toHaveProperty('max_tokens');
  });
});
