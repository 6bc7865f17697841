/**
 * Small servers that imitate the observed behavior of real ones. Each test runs twenty correct answers against one of
 * them.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { evalOrderOf } from '../../../../tests/builders/eval-order.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { closeServers, later, play, reply, stream, type Asked } from '../../../../tests/played-server.ts';
import { DEEPCODER_SAMPLING, type Completion } from '../../../domain/completion.ts';
import { Judge } from '../../../judge/judge.ts';
import type { OpenAIModelOptions } from '../../../models/openai/hosts/openai-model.ts';
import { Pipeline, type PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import { AskedModel } from './asked-model.ts';
import { EvalSamples, notSentWords } from './eval-samples.ts';
import { checkServer } from './server-check.ts';

afterEach(closeServers);

const NAMES = Array.from({ length: 20 }, (_, at) => `p${at}`);
/** Number of words in a correct answer. The last word is the program. */
const WORDS = 40;
const NEVER = new AbortController().signal;

interface Row {
  readonly problem_id: string;
  readonly reward: number | null;
  readonly verdict: string;
  readonly error: string | null;
  readonly cause?: string;
  readonly finish_reason?: string;
  readonly cut_by?: string;
  readonly not_sent?: readonly string[];
}

const orderFor = (address: string, promptPrefix = '', maxTokens = DEEPCODER_SAMPLING.maxTokens) =>
  evalOrderOf(
    NAMES.map((id, at) => problemOf({ id, prompt: `${promptPrefix} Print ${100 + at}.` })),
    1,
    { server: { address, key: '' }, concurrency: 8, sampling: { ...DEEPCODER_SAMPLING, maxTokens } },
  );

/** Runs all samples as `eval` does. A judged answer is correct if its program is correct. */
async function run(
  address: string,
  options: Partial<OpenAIModelOptions> = {},
  promptPrefix = '',
  maxTokens: number | null = DEEPCODER_SAMPLING.maxTokens,
) {
  const order = orderFor(address, promptPrefix, maxTokens);
  const notSent: (readonly string[])[] = [];
  const samples = new EvalSamples(order);
  const model = new AskedModel(order, { retryBaseMs: 1, ...options });
  const judge = new Judge({} as never);
  const rows: Row[] = [];
  const notices: string[] = [];
  const queues: string[] = [];
  const hosts = {
    ask: (...question: Parameters<AskedModel['ask']>) => model.ask(...question),
    judge: (_: number, { prompt, id }: { prompt: string; id: string }, completion: Completion) => {
      const extraction = judge.extract(completion);
      const [, expectedNumber] = /Print (\d+)/.exec(prompt) ?? [];
      const isRight = extraction.found && extraction.code === `print(${expectedNumber})`;
      const verdict = isRight ? 'accepted' : extraction.found ? 'wrong-answer' : 'no-code';
      return Promise.resolve(
        reportOf([isRight ? 'accepted' : 'wrong-answer'], {
          problemId: id,
          verdict,
          reward: isRight ? 1 : 0,
        }),
      );
    },
    output: {
      kept: new Set<number>(),
      note: () => undefined,
      put: (_: number, row: object) => void rows.push(row as Row),
    },
    onDone: () => undefined,
    onNotSent: (names: readonly string[]) => void notSent.push(names),
  };
  const { toAsk, toJudge } = samples.workLeft(hosts.output.kept);
  const pipeline = new Pipeline(
    { concurrency: order.concurrency, judging: 4, toAsk, toJudge },
    samples.parts(hosts, () => 0),
    { onNotice: (notice) => notices.push(notice) },
  );
  // As the progress does, at any time: between two answers none may have begun.
  const watch = setInterval(() => queues.push(model.queueWords), 1);
  const end = await pipeline.run().finally(() => clearInterval(watch));
  const rewards = NAMES.map((name) => rows.findLast(({ problem_id: id }) => id === name)?.reward);
  return { end, rows, rewards, notices, queues, notSent };
}

/** Returns the reason why a run was halted; '' if it ended in another way. */
const haltOf = (end: PipelineEnd): string => (end.type === 'halted' ? end.why : '');

const RIGHT = NAMES.map(() => 1);

const chunk = (fields: object): string => `data: ${JSON.stringify({ model: 'toy', ...fields })}\n\n`;
const word = (content: string, finish: string | null = null): string =>
  chunk({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
const DONE = 'data: [DONE]\n\n';

/** Returns the words of the correct answer to a request. */
function wordsFor({ body }: Asked): readonly string[] {
  const [, expectedNumber] = /Print (\d+)\./.exec(JSON.stringify(body['messages'])) ?? [];
  const thoughts = Array.from({ length: WORDS - 1 }, (_, at) => `word${at} `);
  return [...thoughts, `\n\`\`\`python\nprint(${expectedNumber})\n\`\`\`\n`];
}

/** Counts one token per four characters of the prompt. */
const promptTokens = ({ body }: Asked): number => Math.ceil(JSON.stringify(body['messages']).length / 4);

/** Starts a server with a list of models. `answer` handles the completion requests. */
function serve(
  answer: (response: ServerResponse, asked: Asked) => unknown,
  list: object = { id: 'toy' },
  ps?: object,
) {
  return play((response, asked) => {
    if (asked.path.endsWith('/models')) return reply(response, 200, { data: [list] });
    if (asked.path === '/api/ps' && ps !== undefined) return reply(response, 200, ps);
    if (asked.method === 'POST' && asked.path.endsWith('/chat/completions')) return answer(response, asked);
    return reply(response, 404, {});
  });
}

/**
 * Writes words one by one; stops early when `isOver` returns true.
 * @returns the number of words written
 */
async function speak(
  response: ServerResponse,
  words: readonly string[],
  isOver: () => boolean = () => false,
  ms = 1,
) {
  for (const [at, text] of words.entries()) {
    if (isOver() || response.destroyed) return at;
    response.write(word(text));
    await later(ms);
  }
  return words.length;
}

const usage = (prompt: number, completion: number): string =>
  chunk({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: completion } });

/** Behaves like llama-cpp-python: a request ends the stream in progress, which then looks complete. */
function interrupting() {
  let latest = 0;
  return serve(async (response, asked) => {
    const mine = ++latest;
    stream(response);
    const words = wordsFor(asked);
    const limit = Number(asked.body['max_tokens'] ?? words.length);
    const wordCount = await speak(response, words.slice(0, limit), () => mine !== latest);
    if (mine === latest) response.write(word('', wordCount < words.length ? 'length' : 'stop'));
    response.end(DONE);
  });
}

describe('a crowd', () => {
  it('that cuts streams off costs no answer, and its check says so', async () => {
    const { address } = await interrupting();
    const { end, rewards, notices } = await run(address);
    expect([end, rewards]).toEqual([{ type: 'done' }, RIGHT]);
    expect(notices[0]).toContain('--interrupt_requests');
    const steps = await checkServer(orderFor(address), NEVER);
    const { outcome, detail } = steps.find(({ id }) => id === 'concurrency')!;
    expect(outcome).toBe('warning');
    expect(detail).toContain('do not end as one alone');
  });

  it('that shares one context costs no answer', async () => {
    const runningStreams = new Map<ServerResponse, number>();
    const { address } = await serve(async (response, asked) => {
      stream(response);
      runningStreams.set(response, 0);
      for (const text of wordsFor(asked)) {
        if (response.writableEnded) return;
        response.write(word(text));
        runningStreams.set(response, runningStreams.get(response)! + 1);
        const used = [...runningStreams.values()].reduce((sum, tokens) => sum + tokens, 0);
        if (used > 2 * WORDS) {
          const error = { code: 500, message: 'Context size has been exceeded.', type: 'server_error' };
          for (const one of runningStreams.keys()) one.end(`data: ${JSON.stringify({ error })}\n\n`);
          runningStreams.clear();
          return;
        }
        await later(1);
      }
      runningStreams.delete(response);
      response.end(word('', 'stop') + DONE);
    });
    const { end, rewards, notices } = await run(address);
    expect([end, rewards]).toEqual([{ type: 'done' }, RIGHT]);
    expect(notices[0]).toMatch(/Context size has been exceeded.*--parallel 1/);
  });

  it.each([500, 503])('that is refused with %i beyond two at once costs no answer', async (status) => {
    let runningCount = 0;
    const { address } = await serve(async (response, asked) => {
      if (runningCount >= 2) return reply(response, status, { error: { message: 'server busy' } });
      runningCount += 1;
      await speak(stream(response), wordsFor(asked));
      runningCount -= 1;
      response.end(word('', 'stop') + DONE);
    });
    const { end, rewards } = await run(address);
    expect([end, rewards]).toEqual([{ type: 'done' }, RIGHT]);
  });
});

/** A server with a context of 512 tokens; `limit` is its own limit on an answer. */
const serveUpTo = (limit: (prompt: number) => number) =>
  serve(
    async (response, question) => {
      const prompt = promptTokens(question);
      const most = Number(question.body['max_tokens'] ?? limit(prompt));
      const words = wordsFor(question);
      await speak(stream(response), words.slice(0, most));
      const count = Math.min(most, words.length);
      response.end(word('', most < words.length ? 'length' : 'stop') + usage(prompt, count) + DONE);
    },
    { id: 'toy', max_model_len: 512 },
  );

describe('a limit on tokens', () => {
  it('of our own cuts off no answer: none is sent where the server gives what is left', async () => {
    const { address, asked } = await serveUpTo((prompt) => 512 - prompt);
    const { end, rewards } = await run(address);
    expect([end, rewards]).toEqual([{ type: 'done' }, RIGHT]);
    expect(asked.some(({ body }) => 'max_tokens' in body)).toBe(false);
  });

  it('of the server’s own is found, and the answer asked again with the true room', async () => {
    const { address, asked } = await serveUpTo(() => 10);
    const { end, rewards } = await run(address);
    expect([end, rewards]).toEqual([{ type: 'done' }, RIGHT]);
    // The result of the first request applies to all later ones, except the eight that were already in flight.
    expect(
      asked.filter(({ path, body }) => path.endsWith('completions') && !('max_tokens' in body)).length,
    ).toBeLessThanOrEqual(8);
  });

  it('that the server accepts and ignores is named in the rows', async () => {
    const { address, asked } = await serve(async (response, question) => {
      await speak(stream(response), wordsFor(question));
      response.end(word('', 'stop') + usage(promptTokens(question), WORDS) + DONE);
    });
    const { rows, rewards, notSent } = await run(address, {}, '', Math.floor(WORDS / 2));
    expect(asked.some(({ body }) => body['max_tokens'] === Math.floor(WORDS / 2))).toBe(true);
    expect(rewards).toEqual(RIGHT);
    expect(new Set(rows.map((row) => String(row.not_sent)))).toEqual(new Set(['token limit']));
    expect(notSent.map((names) => notSentWords(names))).toEqual([
      'token limit ignored: the server wrote longer answers than it was asked for',
    ]);
  });

  it('of a server that tells no context is named in the row', async () => {
    const { address } = await serve(async (response, question) => {
      await speak(stream(response), wordsFor(question).slice(0, 10));
      response.end(word('', 'length') + usage(promptTokens(question), 10) + DONE);
    });
    const { rows } = await run(address);
    expect(new Set(rows.map(({ finish_reason, cut_by }) => `${finish_reason} ${cut_by}`))).toEqual(
      new Set(['length server']),
    );
  });
});

describe('Ollama', () => {
  const fingerprint = { system_fingerprint: 'fp_ollama' };
  const ollama = (context: number, promptOf: (asked: Asked) => number, answered = WORDS) =>
    serve(
      async (response, question) => {
        stream(response, chunk({ ...fingerprint, choices: [{ index: 0, delta: { content: '' } }] }));
        await speak(response, wordsFor(question));
        response.end(word('', 'stop') + usage(Math.min(context, promptOf(question)), answered) + DONE);
      },
      { id: 'toy' },
      { models: [{ name: 'toy', context_length: context }] },
    );

  it('that cuts prompts without a word earns no reward, and ends the run with the line that mends it', async () => {
    const { address } = await ollama(100, promptTokens);
    const { end, rows } = await run(address);
    expect(haltOf(end)).toMatch(
      /cut the prompt to its context of 100 tokens.*OLLAMA_CONTEXT_LENGTH=32768 ollama serve/,
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(new Set(rows.map(({ reward, cause }) => `${reward} ${cause}`))).toEqual(new Set(['null context']));
  });

  it('that slides its window earns no reward, and the others theirs', async () => {
    const shortRun = await ollama(512, () => 400, 40);
    expect((await run(shortRun.address)).rewards).toEqual(RIGHT);
    let nth = 0;
    const { address } = await serve(
      async (response, question) => {
        const tokens = ++nth % 4 === 0 ? 318 : WORDS;
        stream(response, chunk({ ...fingerprint, choices: [{ index: 0, delta: { content: '' } }] }));
        await speak(response, wordsFor(question));
        response.end(word('', 'stop') + usage(200, tokens) + DONE);
      },
      { id: 'toy' },
      { models: [{ name: 'toy:latest', context_length: 256 }] },
    );
    const { end, rows } = await run(address);
    expect(end).toEqual({ type: 'done' });
    expect(rows.filter(({ reward }) => reward === 1)).toHaveLength(15);
    const unjudgedRows = rows.filter(({ reward }) => reward === null);
    expect(unjudgedRows).toHaveLength(5);
    expect(unjudgedRows[0]).toMatchObject({ verdict: 'judge-error', cause: 'context' });
    expect(unjudgedRows[0]?.error).toContain('200 tokens of prompt and 318 of answer');
  });

  it('whose Modelfile sets the context is not told to set the variable', async () => {
    const { address } = await play(async (response, question) => {
      if (question.path === '/api/ps')
        return reply(response, 200, { models: [{ name: 'toy', context_length: 100 }] });
      if (question.path === '/api/show')
        return reply(response, 200, { parameters: 'num_ctx      100\ntop_k 3' });
      if (question.path.endsWith('/models')) return reply(response, 200, { data: [{ id: 'toy' }] });
      stream(response, chunk({ ...fingerprint, choices: [{ index: 0, delta: { content: 'a' } }] }));
      return response.end(word('b', 'stop') + usage(100, 2) + DONE);
    });
    const { end } = await run(address);
    expect(haltOf(end)).toContain('PARAMETER num_ctx 32768');
  });
});

/** A server that rejects some requests, and answers the others immediately. */
const refusing = (
  refusal: (asked: Asked) => readonly [number, object] | null,
  prompt: (asked: Asked) => number = promptTokens,
) =>
  serve((response, asked) => {
    const refusalResponse = refusal(asked);
    if (refusalResponse !== null) return reply(response, refusalResponse[0], refusalResponse[1]);
    if (asked.body['stream'] !== true) {
      const message = { content: wordsFor(asked).join('') };
      return reply(response, 200, { choices: [{ message, finish_reason: 'stop' }] });
    }
    stream(response, ...wordsFor(asked).map((text) => word(text)));
    return response.end(word('', 'stop') + usage(prompt(asked), WORDS) + DONE);
  });

const isAbout = ({ body }: Asked, number: number): boolean =>
  JSON.stringify(body).includes(`Print ${number}.`);

describe('a refusal', () => {
  it.each([
    [403, { error: { code: 403, message: 'Your input was flagged for "violence".' } }],
    [400, { error: { message: 'The response was filtered.', code: 'content_filter' } }],
    [
      400,
      { error: { message: 'Input data may contain inappropriate content.', code: 'data_inspection_failed' } },
    ],
    [400, { error: { message: 'Rejected.', code: 'content_policy_violation' } }],
    [400, { error: { message: 'Content Exists Risk', type: 'invalid_request_error' } }],
    [403, '<html><title>Attention Required! | Cloudflare</title></html>'],
  ])('of one prompt (%i %j) costs no other', async (status, body) => {
    const { address } = await refusing((asked) => (isAbout(asked, 103) ? [status, body as object] : null));
    const { end, rewards, rows } = await run(address);
    expect(end).toEqual({ type: 'done' });
    expect(rewards).toEqual(NAMES.map((name) => (name === 'p3' ? null : 1)));
    expect(rows.find(({ problem_id: id }) => id === 'p3')).toMatchObject({ verdict: 'judge-error' });
  });

  it('of a value ends the run in the server’s words, and no other value is sent', async () => {
    const { address, asked } = await refusing(({ body }) =>
      body['temperature'] === 0.6
        ? [422, { error: 'Input validation error: `temperature` must be strictly positive' }]
        : null,
    );
    const { end, rows } = await run(address);
    expect(haltOf(end)).toMatch(
      /does not take temperature 0.6: .*strictly positive. Set another temperature/,
    );
    expect(rows.filter(({ reward }) => reward !== null)).toEqual([]);
    const sentTemperatures = asked
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body['temperature']);
    expect(new Set(sentTemperatures)).toEqual(new Set([0.6]));
  });

  it('of all values but one leaves the parameter out, and every row says so', async () => {
    const { address } = await refusing(({ body }) =>
      'temperature' in body
        ? [
            400,
            {
              error: {
                message: "'temperature' does not support 0.6. Only the default (1) value is supported.",
              },
            },
          ]
        : null,
    );
    const { rewards, rows, notSent } = await run(address);
    expect(rewards).toEqual(RIGHT);
    expect(new Set(rows.map((row) => String(row.not_sent)))).toEqual(new Set(['temperature']));
    expect(notSent).toEqual([['temperature']]);
  });

  it('of streams costs no answer', async () => {
    const { address } = await refusing(({ body }) =>
      body['stream'] === true
        ? [400, { error: { message: 'Your organization must be verified to stream this model.' } }]
        : null,
    );
    expect((await run(address)).rewards).toEqual(RIGHT);
  });

  it.each([
    ['max_tokens: Field required', /no request without a token limit.*--max-tokens/],
    ['max_tokens must be provided', /no request without a token limit.*--max-tokens/],
  ])('without a limit (%s) names the option', async (message, words) => {
    const { address } = await refusing(() => [400, { error: { message } }]);
    expect(haltOf((await run(address)).end)).toMatch(words);
  });
});

describe('a server that cuts prompts without a word', () => {
  it('and without a sign of its kind earns no reward', async () => {
    const { address } = await refusing(
      () => null,
      () => 70,
    );
    const words = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ');
    const truncatedRun = await run(address, {}, words);
    expect(haltOf(truncatedRun.end)).toMatch(
      /counted 70 tokens for a prompt that has more than \d{3}:.*longer context/,
    );
    expect(new Set(truncatedRun.rows.map(({ reward, cause }) => `${reward} ${cause}`))).toEqual(
      new Set(['null context']),
    );
  });
});

describe('a queue', () => {
  it('of one slot that sends no headers before its turn costs no answer, and is spoken of', async () => {
    let turn = Promise.resolve();
    const { address, asked } = await serve((response, question) => {
      const mine = turn.then(async () => {
        if (response.destroyed) return;
        await speak(stream(response), wordsFor(question), () => false, 4);
        response.end(word('', 'stop') + DONE);
        if (!response.closed) await once(response, 'close');
      });
      turn = mine.catch(() => undefined);
    });
    // Longer than the time of one answer, and shorter than the time in the queue.
    const { end, rewards, queues } = await run(address, { firstTokenMs: 1_000 });
    expect([end, rewards]).toEqual([{ type: 'done' }, RIGHT]);
    expect(asked.filter(({ path }) => path.endsWith('completions'))).toHaveLength(NAMES.length);
    expect(queues.some((words) => /^1 being answered, \d in the server's queue$/.test(words))).toBe(true);
  });
});
