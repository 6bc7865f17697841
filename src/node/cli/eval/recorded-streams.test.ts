/** Replays the recorded output of servers byte by byte: streams from public reports, and responses of real servers. */
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { closeServers, later, play } from '../../../../tests/played-server.ts';
import { said } from '../../../../tests/builders/said.ts';
import { DEEPCODER_SAMPLING, isCutOff } from '../../../domain/completion.ts';
import { Judge } from '../../../judge/judge.ts';
import { collectCompletion, type CompletionCollector } from '../../../models/asking/collect.ts';
import { OpenAIModel } from '../../../models/openai/hosts/openai-model.ts';
import { OpenAIServer } from '../../../models/openai/hosts/openai-server.ts';

const SHARED = new URL('../../../../../shared/fixtures/', import.meta.url);

interface Reply {
  readonly file: string;
  readonly status: number;
  readonly content_type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pauses?: readonly (readonly [offset: number, seconds: number])[];
  readonly split?: number;
  readonly end?: 'close' | 'reset';
}

interface Case extends Reply {
  readonly id: string;
  readonly then: readonly Reply[];
  readonly expected: {
    readonly verdict: string;
    readonly error_has?: string;
    readonly finish?: string;
    readonly reasoning?: string;
    readonly tokens?: number;
  };
}

afterEach(closeServers);

async function send(response: ServerResponse, reply: Reply): Promise<void> {
  const bytes = readFileSync(new URL(`field/${reply.file}`, SHARED));
  const { pauses = [], split = 0, end = 'close' } = reply;
  response.writeHead(reply.status, { 'content-type': reply.content_type, ...reply.headers });
  response.flushHeaders();
  const step = split === 0 ? bytes.length : split;
  const stops = [...pauses.map(([offset]) => offset), bytes.length];
  let at = 0;
  for (const stop of stops) {
    for (; at < stop; at = Math.min(stop, at + step))
      response.write(bytes.subarray(at, Math.min(stop, at + step)));
    const [, seconds] = pauses.find(([offset]) => offset === stop) ?? [];
    if (seconds !== undefined) await later(seconds * 1000);
  }
  if (end === 'close') return void response.end();
  await later(20);
  response.destroy();
}

function ask(address: string): Promise<CompletionCollector> {
  const model = new OpenAIModel(new OpenAIServer({ address, origin: null }), { model: 'm', retryBaseMs: 5 });
  const messages = [{ role: 'user' as const, content: 'Solve it.' }];
  return collectCompletion(
    model.generate({ messages, sampling: DEEPCODER_SAMPLING }, new AbortController().signal),
  );
}

/** Returns the verdict on a recorded answer. No program runs: an answer with the right program is accepted. */
function verdictOf({ completion, failure }: CompletionCollector): string {
  if (failure !== null) return 'judge-error';
  const extraction = new Judge({} as never).extract(completion);
  if (!extraction.found) return isCutOff(completion) ? 'truncated' : 'no-code';
  return /print\(sum\(map\(int, input\(\)(\.replace\(END, ''\))?\.split\(\)\)\)\)/.test(extraction.code)
    ? 'accepted'
    : 'wrong-answer';
}

/**
 * Streams whose expected result differs from that of their report. The report accepts a lone [DONE] as the end of a
 * complete answer, but that cannot be distinguished from a truncated answer.
 */
const OTHERWISE: Readonly<Record<string, string>> = { 'd29-done-without-reason': 'judge-error' };

const list = new URL('field/streams.jsonl', SHARED);
const cases = existsSync(list)
  ? readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Case)
  : [];

describe.skipIf(cases.length === 0)('streams after public reports', () => {
  it('end as their cases have it', async () => {
    const outcomes = await Promise.all(
      cases.map(async (one) => {
        const { address } = await play((response, _asked, nth) =>
          send(response, nth === 1 ? one : (one.then[nth - 2] ?? one)),
        );
        const collector = await ask(address);
        const verdict = verdictOf(collector);
        const { error_has: words = '', finish, reasoning, tokens } = one.expected;
        expect(said(collector.failure)?.message ?? '', one.id).toContain(words);
        if (finish !== undefined) expect(collector.completion.finishReason, one.id).toBe(finish);
        if (reasoning !== undefined) expect(collector.completion.reasoning, one.id).toBe(reasoning);
        if (tokens !== undefined) expect(collector.completion.usage?.completionTokens, one.id).toBe(tokens);
        return [one.id, verdict];
      }),
    );
    expect(outcomes).toEqual(
      cases.map(({ id, expected }, at) => {
        const expectedVerdict = OTHERWISE[id] ?? expected.verdict;
        const [, verdict] = outcomes[at]!;
        return [id, expectedVerdict.split(' or ').includes(verdict!) ? verdict : expectedVerdict];
      }),
    );
  });
});

/**
 * Plays a recording with its status, headers and body. In a server-sent event stream, a comment line replaces the
 * omitted middle.
 */
function played(file: string): (response: ServerResponse) => void {
  const rawText = readFileSync(new URL(`servers/${file}`, SHARED), 'utf8').replaceAll('\r\n', '\n');
  const from = rawText.indexOf('HTTP/1.1');
  const [head = '', ...bodyParts] = rawText.slice(from).split('\n\n');
  const [, status = '200'] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? [];
  const [, type = ''] = /^content-type: (.*)$/im.exec(head) ?? [];
  const body = bodyParts.join('\n\n');
  return (response) => void response.writeHead(Number(status), { 'content-type': type }).end(body);
}

describe.skipIf(!existsSync(new URL('servers/', SHARED)))('replies of real servers', () => {
  it.each([
    ['llama-server/runs-to-context-end.txt', { reason: 'length', cutBy: 'server', layer: undefined }],
    ['llama-server/shared-context-exceeded.txt', { reason: 'interrupted', layer: 'server' }],
    ['llama-server/stream.txt', { reason: 'length', layer: undefined }],
    ['llama-server/prompt-too-long-stream.txt', { layer: 'context-overflow', says: '9031 tokens' }],
    ['ollama/stream.txt', { reason: 'length', layer: undefined }],
    ['ollama/thinking.txt', { reason: 'length', layer: undefined }],
    ['ollama/runner-killed.txt', { reason: 'interrupted', layer: 'cut', says: 'without a finish reason' }],
    [
      'ollama/runner-killed-before-first-token.txt',
      { layer: 'server', says: 'runner has unexpectedly stopped' },
    ],
    ['ollama/queue-full.txt', { layer: 'busy', says: 'maximum pending requests' }],
    ['ollama/foreign-origin.txt', { layer: 'forbidden' }],
    ['transformers/stream-without-done.txt', { reason: 'stop', layer: undefined }],
    ['transformers/prompt-beyond-context.txt', { layer: 'context', says: '13,231 tokens' }],
    ['vllm/stream.txt', { reason: 'stop', layer: undefined }],
    ['vllm/prompt-too-long-stream.txt', { layer: 'context-overflow', says: '2048 tokens' }],
    ['vllm/engine-killed.txt', { reason: 'interrupted', layer: 'server', says: 'EngineCore encountered' }],
  ] as const)('%s', async (file, expected) => {
    const { address } = await play(played(file));
    const { completion, failure } = await ask(address);
    expect(failure?.layer).toBe(expected.layer);
    if ('reason' in expected) expect(completion.finishReason).toBe(expected.reason);
    if ('cutBy' in expected) expect(completion.cutBy).toBe(expected.cutBy);
    if ('says' in expected) expect(said(failure)?.message).toContain(expected.says);
  });
});
