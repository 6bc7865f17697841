/** Tests the connection check on real servers, each with a different fault. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  closeServers,
  DONE,
  fetchAsPage,
  play,
  reply,
  stream,
  type Asked,
  type Script,
} from '../../../../tests/played-server.ts';
import { CHECKS, type CheckId, type CheckStep } from '../endpoint-port.ts';
import type { BrowserNetwork } from './address-space.ts';
import { checkConnection } from './connection-doctor.ts';
import { OpenAIServer, type OpenAIServerOptions } from './openai-server.ts';

const PAGE = 'https://allpass.example';
const KEY = 'sk-secret-4711';
const NEVER = new AbortController().signal;

afterEach(closeServers);

function network(permission: PermissionState | 'unknown', marksRequests = false): BrowserNetwork {
  return { marksRequests, permission: () => Promise.resolve(permission) };
}

interface Step extends CheckStep {
  readonly detail: string;
  readonly remedy: string;
}

/** Runs the check. Returns the last result of each step, and all results in order. */
async function check(
  address: string,
  options: Partial<OpenAIServerOptions> = {},
  model = 'tiny',
): Promise<{ steps: Partial<Record<CheckId, Step>>; outcomes: string; said: Step[] }> {
  const said: Step[] = [];
  const asPage = { origin: PAGE, fetch: fetchAsPage(PAGE), network: network('unknown') };
  const server = new OpenAIServer({ address, ...asPage, ...options });
  for await (const step of checkConnection(server, model, NEVER)) said.push(step);
  const last = new Map(said.map((step) => [step.id, step]));
  expect(JSON.stringify(said)).not.toContain(KEY);
  expect([...last.values()].every(({ outcome }) => outcome !== 'running')).toBe(true);
  const outcomes = CHECKS.flatMap((id) => {
    const step = last.get(id);
    return step === undefined ? [] : [`${id} ${step.outcome}`];
  }).join(', ');
  return { steps: Object.fromEntries(last), outcomes, said };
}

const CORS = { 'access-control-allow-origin': '*' };
const MODELS = { data: [{ id: 'tiny', max_model_len: 32_768 }] };

function speak(response: ServerResponse): void {
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  const chunk = { model: 'tiny-7b', choices: [{ delta: { content: 'ready' } }] };
  stream(response, `data: ${JSON.stringify(chunk)}\n\n`, DONE).end();
}

/**
 * Serves without faults, except for the requests that `ill` answers. `ill` returns true if it has answered.
 */
function serve(ill: (response: ServerResponse, asked: Asked) => boolean = () => false) {
  const script: Script = (response, asked) => {
    if (ill(response, asked)) return;
    if (asked.path === '/v1/models') reply(response, 200, MODELS, CORS);
    else if (asked.path === '/v1/chat/completions') speak(response);
    else reply(response, 404, {}, CORS);
  };
  return play(script);
}

const respond = (response: ServerResponse, status: number, body: object, headers: object = CORS): true => {
  reply(response, status, body, headers);
  return true;
};

describe('checkConnection', () => {
  it('passes every step of a healthy server, and asks for little', async () => {
    const { address, asked } = await serve();
    const { outcomes, steps, said } = await check(address, { key: KEY });
    expect(outcomes).toBe(
      'address passed, page passed, local-network passed, server passed, cors passed, ' +
        'path passed, key passed, model passed, answer passed, context passed, concurrency passed',
    );
    expect(said.slice(0, 4).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'address passed',
      'page passed',
      'local-network running',
      'server running',
    ]);
    expect(steps.address?.detail).toBe(`${address}/v1`);
    expect(steps.answer?.detail).toMatch(/^The first token came after [\d.]+ m?s, as tiny-7b\.$/);
    expect(steps.context?.detail).toContain('32,768 tokens');
    const chat = '/v1/chat/completions';
    expect(asked.map(({ path }) => path)).toEqual(['/v1/models', chat, chat, chat, chat]);
    expect(asked[1]?.body).toMatchObject({ max_tokens: 16 });
  });

  it('has fewer steps where there is no browser between', async () => {
    const { address } = await serve();
    const { outcomes } = await check(address, { origin: null, fetch });
    expect(outcomes).toBe(
      'address passed, server passed, path passed, key passed, model passed, answer passed, context passed, concurrency passed',
    );
  });

  it('names a server that is down', async () => {
    const { address } = await serve();
    closeServers();
    const { steps, outcomes } = await check(address);
    expect(outcomes).toContain('local-network skipped, server failed, cors skipped, path skipped');
    expect(steps.server?.detail).toContain('No connection to');
    expect(steps.server?.remedy).toContain('Start the server');
  });

  it('names CORS, and the option with the origin of this page', async () => {
    const { address } = await serve((response) => respond(response, 200, MODELS, {}));
    const { steps, outcomes } = await check(address);
    expect(outcomes).toContain('server passed, cors failed, path skipped');
    expect(steps.cors?.options).toContainEqual({
      server: 'vLLM',
      text: `vllm serve MODEL --allowed-origins '["${PAGE}"]'`,
    });
  });

  it('names CORS, too, where only the prompt is refused', async () => {
    const { address } = await serve(
      (response, { method }) => method === 'POST' && respond(response, 200, MODELS, {}),
    );
    const { steps } = await check(address);
    expect(steps.cors).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('prompt') as string,
    });
    expect(steps.model?.outcome).toBe('passed');
    expect(steps.answer?.outcome).toBe('skipped');
  });

  it('names mixed content', async () => {
    const { outcomes, steps } = await check('http://gpu.example:8000');
    expect(outcomes).toContain('address passed, page failed, server skipped');
    expect(steps.page?.detail).toContain('loaded over https');
    expect((await check('htp://x')).outcomes).toContain('address failed');
    expect((await check('localhost', { key: 'two words' })).outcomes).toContain('key failed');
  });

  it('names a permission that was refused', async () => {
    const withheld: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const { steps, outcomes } = await check('http://192.168.1.20:8000', {
      fetch: withheld,
      network: network('denied', true),
    });
    expect(outcomes).toContain('page passed, local-network failed, server skipped');
    expect(steps['local-network']?.remedy).toContain('Local network access');
  });

  it('marks requests to the network near by where the browser takes that', async () => {
    const marks: unknown[] = [];
    const seen: typeof fetch = (_url, init) => {
      marks.push((init as { targetAddressSpace?: string }).targetAddressSpace);
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    await check('http://gpu-box:8000', { fetch: seen, network: network('granted', true) });
    expect(marks).toEqual(['local', 'local', 'local']);
    await check('https://gpu-box:8000', { fetch: seen, network: network('granted', true) });
    await check('http://localhost:8000', { fetch: seen, network: network('granted') });
    expect(marks.slice(3)).toEqual(Array.from({ length: 6 }));
  });

  it('names a wrong path, and the right one where it is found', async () => {
    const { address } = await play((response, { path }) => {
      if (path === '/api/v1/models') reply(response, 200, MODELS, CORS);
      else reply(response, 404, { detail: 'Not Found' }, CORS);
    });
    const { steps, outcomes } = await check(`${address}/v1`);
    expect(outcomes).toContain('cors passed, path failed');
    expect(steps.path?.remedy).toContain(`Use ${address}/api/v1`);
    const page = await play((response) => void response.writeHead(200, CORS).end('<html>'));
    expect((await check(page.address)).outcomes).toContain('path failed, key skipped');
  });

  it('names a redirect and where it leads, and follows none with a key', async () => {
    const other = await serve();
    const { address, asked } = await play((response, { path }) => {
      response.writeHead(308, { ...CORS, location: `${other.address}/deep${path}` }).end();
    });
    const { steps, outcomes } = await check(address, { key: KEY });
    expect(outcomes).toContain('cors passed, path failed, key skipped');
    expect(steps.path?.detail).toContain(`redirects to ${other.address}`);
    expect(steps.path?.remedy).toContain(`Enter ${other.address}/deep/v1 as the address`);
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(other.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('names redirects that go round', async () => {
    const { address } = await play((response, { path }) => {
      response.writeHead(307, { ...CORS, location: path }).end();
    });
    const { steps, outcomes } = await check(address);
    expect(outcomes).toContain('cors passed, path failed');
    expect(steps.path?.detail).toContain('answers with a redirect');
    expect(steps.path?.remedy).toContain('a loop');
  });

  it('believes a server without a list of models', async () => {
    const { address } = await serve(
      (response, { path }) => path === '/v1/models' && respond(response, 404, { detail: 'Not Found' }),
    );
    const { steps, outcomes } = await check(address);
    expect(outcomes).toContain('path passed, key passed, model passed, answer passed, context skipped');
    expect(steps.path?.detail).toContain('no list');
  });

  it.each([
    ['at once', () => true],
    ['only when it is asked', ({ method }: Asked) => method === 'POST'],
  ])('names a key that the server refuses %s', async (_when, refuses) => {
    const { address } = await serve(
      (response, asked) => refuses(asked) && respond(response, 401, { error: { message: `Bad key ${KEY}` } }),
    );
    const { steps, outcomes } = await check(address, { key: KEY });
    expect(outcomes).toContain('path passed, key failed');
    expect(steps.key?.detail).toContain('401');
    expect(steps.answer?.outcome).toBe('skipped');
  });

  it.each([
    [KEY, 'most likely it refuses the key'],
    ['', 'most likely it wants a key'],
  ])('names the key, and not CORS, where the refusal is withheld from pages (key %j)', async (key, words) => {
    const { address } = await serve((response, { path }) =>
      respond(response, path === '/health' ? 200 : 401, {}, path === '/health' ? CORS : {}),
    );
    const { steps, outcomes } = await check(address, { key });
    expect(outcomes).toContain('cors passed, path passed, key failed, model skipped');
    expect(steps.key?.detail).toContain(words);
  });

  it('names answers that end each other, as one alone does not', async () => {
    let latest = 0;
    const { address } = await serve((response, { path, body }) => {
      if (path !== '/v1/chat/completions') return false;
      for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
      const requestNumber = ++latest;
      stream(response);
      let remainingTokens = Number(body['max_tokens']);
      const speak = (): void => {
        const isCut = requestNumber !== latest;
        if (isCut || remainingTokens === 0) {
          // A proxy reports "stop" for a truncated answer. Only the length shows that it was truncated.
          const last = { choices: [{ delta: {}, finish_reason: isCut ? 'stop' : 'length' }] };
          response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
          return;
        }
        remainingTokens -= 1;
        response.write('data: {"choices":[{"delta":{"content":"7 "}}]}\n\n');
        setTimeout(speak, 2);
      };
      speak();
      return true;
    });
    const { steps } = await check(address);
    expect(steps.concurrency).toMatchObject({ outcome: 'warning' });
    expect(steps.concurrency?.detail).toMatch(
      /^Two answers at once do not end as one alone: 64 events, reason length alone, beside another \d+ (events|tokens), reason stop\.$/,
    );
    expect(steps.concurrency?.options.map(({ text }) => text).join()).toContain('--interrupt_requests False');
  });

  it('names a model that is missing, and those there are', async () => {
    const { address } = await serve(
      (response, { body }) =>
        body['model'] === 'other' &&
        respond(response, 404, { error: { message: 'The model `other` does not exist.' } }),
    );
    const { steps, outcomes } = await check(address, {}, 'other');
    expect(outcomes).toContain('key passed, model failed, answer skipped, context skipped');
    expect(steps.model?.detail).toContain('no model named "other". It has: tiny.');
    expect((await check(address, {}, '')).steps.model?.detail).toContain('No model is named');
  });

  it.each([
    ['a key that may not list models', 403, { error: { message: 'Missing scopes: api.model.read' } }],
    ['a key that the list alone refuses', 401, {}],
    ['a catalogue that is down', 500, { error: { message: 'catalog backend is down' } }],
    ['a catalogue that is busy', 503, {}],
    ['a limit on lists', 429, { error: { message: 'slow down' } }],
    ['a list of nothing', 200, { object: 'list', data: null }],
  ])('uses a model behind %s', async (_what, status, body) => {
    const { address } = await serve(
      (response, { path }) => path === '/v1/models' && respond(response, status, body),
    );
    const { steps, outcomes } = await check(address);
    expect(outcomes).toContain('path warning, key passed, model passed, answer passed');
    expect(steps.path?.detail).toContain('The list of models cannot be read, but the model answers.');
  });

  it('uses a model that the list lacks', async () => {
    const { address } = await serve();
    const { steps, outcomes } = await check(address, {}, 'tiny:fast');
    expect(outcomes).toContain('key passed, model warning, answer passed');
    expect(steps.model?.detail).toContain(
      'no model named "tiny:fast". It has: tiny. It answers all the same.',
    );
  });

  it('asks without a stream where the server gives none', async () => {
    const { address, asked } = await serve((response, { method, body }) => {
      if (method !== 'POST') return false;
      if (body['stream'] === true)
        return respond(response, 400, {
          error: { message: 'Your organization must be verified to stream this model.', param: 'stream' },
        });
      const choices = [{ message: { content: 'ready' }, finish_reason: 'stop' }];
      return respond(response, 200, { choices, usage: { prompt_tokens: 9, completion_tokens: 1 } });
    });
    expect((await check(address)).outcomes).toContain('answer passed');
    expect(asked[2]?.body).not.toHaveProperty('stream_options');
  });

  it.each([
    'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.',
    'max_tokens must be at least 64',
  ])('judges its short question no harder than a long one: %s', async (message) => {
    const { address } = await serve(
      (response, { method, body }) =>
        method === 'POST' &&
        Number(body['max_tokens'] ?? 64) < 64 &&
        respond(response, 400, { error: { message } }),
    );
    expect((await check(address)).outcomes).toContain('answer passed');
  });

  it('warns of a setting of its own that the server does not take, and stops for one of the run', async () => {
    const { address } = await serve(
      (response, { body }) =>
        body['temperature'] === 0.6 &&
        respond(response, 400, { error: { message: '`temperature` may only be set to 1.' } }),
    );
    const { steps } = await check(address);
    expect(steps.answer?.outcome).toBe('warning');
    expect(steps.answer?.detail).toContain('does not take temperature 0.6');
    const outcomeFor = async (temperature: number) => {
      const sampling = { temperature, topP: 1, maxTokens: null, seed: null };
      const server = new OpenAIServer({ address, origin: null });
      let outcome = '';
      for await (const step of checkConnection(server, 'tiny', NEVER, 5_000, sampling))
        if (step.id === 'answer') outcome = step.outcome;
      return outcome;
    };
    expect([await outcomeFor(0.6), await outcomeFor(1)]).toEqual(['failed', 'passed']);
  });

  it('uses an address without a version as it was given, where nothing is at /v1', async () => {
    const { address } = await play((response, { path }) => {
      if (path === '/inference/chat/completions') speak(response);
      else reply(response, 404, {}, CORS);
    });
    const { steps, outcomes } = await check(`${address}/inference`);
    expect(outcomes).toContain('path passed, key passed, model passed, answer passed');
    expect(steps.answer?.detail).toContain(`, at ${address}/inference.`);
  });

  it('shows no key that a list repeats', async () => {
    const { address } = await serve(
      (response, { path }) => path === '/v1/models' && respond(response, 200, { data: [{ id: `m-${KEY}` }] }),
    );
    expect((await check(address, { key: KEY }, '')).steps.model?.detail).toContain('It has: m-[key].');
  });

  it('names an answer that fails or breaks off', async () => {
    const refused = await serve(
      (response, { method }) =>
        method === 'POST' && respond(response, 400, { error: { message: 'no chat template' } }),
    );
    expect((await check(refused.address)).steps.answer).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('no chat template') as string,
    });
    const broken = await serve((response, { method }) => {
      if (method !== 'POST') return false;
      response.setHeader('access-control-allow-origin', '*');
      stream(response, 'data: {"choices":[{"delta":{"content":"rea"}}]}\n\n').end();
      return true;
    });
    expect((await check(broken.address)).steps.answer?.detail).toContain('without a finish reason');
  });

  it.each([
    [{ models: [] }, 'warning', 'may be 4,096'],
    [{ models: [{ name: 'tiny:latest', context_length: 4096 }] }, 'warning', '4,096 tokens for prompt'],
    [{ models: [{ name: 'tiny', context_length: 65_536 }] }, 'passed', '65,536'],
    [null, 'skipped', 'does not say'],
  ] as const)('reads the context of Ollama from %j', async (running, outcome, detail) => {
    const { address } = await serve((response, { path }) => {
      if (path === '/v1/models') return respond(response, 200, { data: [{ id: 'tiny' }] });
      return path === '/api/ps' && running !== null && respond(response, 200, running);
    });
    const { context } = (await check(address)).steps;
    expect(context).toMatchObject({ outcome, detail: expect.stringContaining(detail) as string });
    if (outcome === 'warning') {
      expect(context?.options.map(({ text }) => text).join()).toContain('OLLAMA_CONTEXT_LENGTH=32768');
    }
  });

  it.each([
    // Some builds report the context window they run with in the list, and some do not.
    [{ n_ctx: 65_536 }, { n_ctx: 65_536 }, 1, 'passed', '65,536 tokens for prompt'],
    [{ n_ctx_train: 131_072 }, { n_ctx: 8192 }, 1, 'warning', '8,192 tokens for prompt'],
    [
      { n_ctx: 32_768 },
      { n_ctx: 32_768 },
      4,
      'warning',
      '32,768 tokens for prompt and answer together, which 4 answers',
    ],
    [{ n_ctx: 131_072 }, { n_ctx: 131_072 }, 4, 'passed', 'which 4 answers at once may have to share'],
    [{ n_ctx: 65_536 }, null, null, 'passed', '65,536 tokens for prompt'],
  ] as const)(
    'reads context and slots of llama-server: %j, %j, %j',
    async (meta, settings, slots, outcome, detail) => {
      const { address } = await serve((response, { path }) => {
        if (path === '/v1/models')
          return respond(response, 200, { data: [{ id: 'tiny', owned_by: 'llamacpp', meta }] });
        if (path !== '/props' || settings === null) return false;
        return respond(response, 200, { default_generation_settings: settings, total_slots: slots });
      });
      const { context } = (await check(address)).steps;
      expect(context).toMatchObject({ outcome, detail: expect.stringContaining(detail) as string });
      const options = context?.options.map(({ text }) => text).join() ?? '';
      if (slots === 4 && outcome === 'warning') expect(options).toBe('--ctx-size 131072');
    },
  );

  it('warns of a short context that the list gives away', async () => {
    const { address } = await serve(
      (response, { path }) =>
        path === '/v1/models' && respond(response, 200, { data: [{ id: 'tiny', max_model_len: 8192 }] }),
    );
    expect((await check(address)).steps.context).toMatchObject({
      outcome: 'warning',
      options: expect.arrayContaining([{ server: 'vLLM', text: '--max-model-len 32768' }]) as unknown,
    });
  });

  it('ends where it is when it is stopped', async () => {
    const { address } = await serve(({ socket }) => socket !== null);
    const abort = new AbortController();
    const seen: string[] = [];
    const server = new OpenAIServer({ address, origin: null });
    for await (const { id, outcome } of checkConnection(server, 'tiny', abort.signal)) {
      seen.push(`${id} ${outcome}`);
      if (outcome === 'running') abort.abort();
    }
    expect(seen).toEqual(['address passed', 'server running']);
  });
});
