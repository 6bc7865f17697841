import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { said } from '../../../../tests/builders/said.ts';
import { OpenAIModel } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';

const PAGE = 'https://allpass.example';
const NEVER = new AbortController().signal;
const running: Server[] = [];

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function list(...models: object[]): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: models }));
  };
}

/** A browser withholds an answer from pages of another origin unless the server admits them. */
const fetchAsPage: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, mode: 'cors' });
  const admitted = response.headers.get('access-control-allow-origin');
  if (init?.mode !== 'no-cors' && admitted !== '*' && admitted !== PAGE)
    throw new TypeError('Failed to fetch');
  return response;
};

describe('OpenAIServer', () => {
  it('lists models with their context', async () => {
    const address = await serve(list({ id: 'a', max_model_len: 4096 }, { id: 'b' }));
    expect(await new OpenAIServer({ address, origin: null }).listModels(NEVER)).toEqual({
      ok: true,
      models: [
        { name: 'a', contextTokens: 4096, contextIsSure: true, answersAnyName: false },
        { name: 'b', contextTokens: null, contextIsSure: false, answersAnyName: false },
      ],
    });
  });

  it('sends no authorization without a key', async () => {
    const seen: (string | undefined)[] = [];
    const address = await serve((request, response) => {
      seen.push(request.headers.authorization);
      list()(request, response);
    });
    await new OpenAIServer({ address, origin: null, key: ' ' }).listModels(NEVER);
    expect(seen).toEqual([undefined]);
  });

  it('tells a server that does not admit this page from one that is down', async () => {
    const address = await serve(list({ id: 'a' }));
    const result = await new OpenAIServer({ address, origin: PAGE, fetch: fetchAsPage }).listModels(NEVER);
    expect(result).toMatchObject({ ok: false, failure: { layer: 'cors' } });
    const remedy = result.ok ? '' : said(result.failure).remedy;
    expect(remedy).toContain(`--allowed-origins '["${PAGE}"]'`);
    expect(remedy).toContain(`OLLAMA_ORIGINS=${PAGE}`);
    expect(remedy).toContain(`--cors-origins ${PAGE}`);
    expect(remedy).toContain('lms server start --cors');
    expect(remedy).toContain(`--cors-allow-origin ${PAGE}`);
  });

  it('explains a refused list and one that is none', async () => {
    const refused = await serve((_request, response) => void response.writeHead(401).end());
    expect(await new OpenAIServer({ address: refused, origin: null }).listModels(NEVER)).toMatchObject({
      failure: { layer: 'unauthorized' },
    });
    const page = await serve((_request, response) => void response.end('<html>'));
    expect(await new OpenAIServer({ address: page, origin: null }).listModels(NEVER)).toMatchObject({
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
    const address = await serve(list({ id: 'a', max_model_len: 4096 }));
    expect(await load(address, 'a')).toEqual({ ok: true, contextTokens: 4096 });
    expect(await load(address, 'z')).toMatchObject({ ok: false, failure: { layer: 'model-not-found' } });
    expect(await load(address, '')).toMatchObject({ ok: false, failure: { layer: 'model-not-found' } });
  });

  it('asks llama-server with how much it runs, where the list tells only for how much the model was trained', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/props')
        return void response.end(
          JSON.stringify({ default_generation_settings: { n_ctx: 2048 }, total_slots: 1 }),
        );
      return list({ id: 'a', owned_by: 'llamacpp', meta: { n_ctx_train: 8192 } })(request, response);
    });
    expect(await load(address, 'a')).toEqual({ ok: true, contextTokens: 2048 });
  });

  it('believes a server without a list', async () => {
    const address = await serve((_request, response) => void response.writeHead(404).end());
    expect(await load(address, 'a')).toEqual({ ok: true, contextTokens: null });
  });

  it('sends no token limit, whatever context it has learned', async () => {
    const bodies: string[] = [];
    const address = await serve((request, response) => {
      if (request.url === '/v1/models') return list({ id: 'a', max_model_len: 4096 })(request, response);
      request.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk));
      request.on('end', () => response.writeHead(401).end());
    });
    const model = new OpenAIModel(new OpenAIServer({ address, origin: null }), { model: 'a' });
    await model.load(() => undefined, NEVER);
    const sampling = { temperature: 0.6, topP: 0.95, maxTokens: null, seed: null };
    const events = model.generate({ messages: [{ role: 'user', content: 'x'.repeat(30) }], sampling }, NEVER);
    for await (const event of events) expect(event.type).toBe('failed');
    expect(JSON.parse(bodies.join(''))).not.toHaveProperty('max_tokens');
  });
});
