import { request } from 'node:http';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../../tests/builders/eventually.ts';
import { problemOf } from '../../../../../tests/builders/problem.ts';
import { byWord, pageOf, startService } from '../../../../../tests/builders/reward-service.ts';

const PROBLEM = { id: 'p', mode: 'stdin', prompt: '', tests: [{ input: '1', output: '1' }] };
const item = (code: string, change: object = {}) => ({ problem: PROBLEM, code, ...change });
const batch = (...codes: readonly string[]) => ({ items: codes.map((code) => item(code)) });
const rewards = (body: unknown) =>
  (body as { results: readonly { reward: number | null }[] }).results.map(({ reward }) => reward);

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService({ problems: [problemOf({ id: 'known' })], mostItems: 3 });
});
afterAll(() => service.end());

it('answers a batch in the order of its items, and a judge error by null with its reason', async () => {
  const items = [
    item('right'),
    item('wrong', { id: 'w' }),
    item('lost'),
    { problem_id: 'known', response: 'right' },
  ];
  const first = await service.ask('/v1/rewards', { items: items.slice(0, 3) });
  expect(first).toMatchObject({
    status: 200,
    body: {
      results: [
        { id: 0, reward: 1, verdict: 'accepted', reason: null, tests_total: 1, tests_passed: 1 },
        { id: 'w', reward: 0, verdict: 'wrong-answer', first_failed: 0 },
        { id: 2, reward: null, verdict: 'judge-error', reason: 'the frame is gone' },
      ],
    },
  });
  const second = await service.ask('/v1/rewards', {
    items: [items[3], { problem_id: 'other', code: 'right' }],
  });
  expect(second.body).toMatchObject({
    results: [
      { reward: 1 },
      {
        reward: null,
        verdict: 'unknown-problem',
        reason: expect.stringContaining('no problem "other"') as string,
      },
    ],
  });
});

const numbers = { id: 'n', mode: 'call', fn_name: 'f', prompt: '' };
it.each([
  ['half a JSON', '{"items": [{"co', 400, '', 'not JSON: a string is not closed (character 13)'],
  ['no object', '[1]', 422, '', 'must be an object'],
  ['no items', {}, 422, 'items', 'is missing'],
  [
    'a program that is a number',
    { items: [{ problem: PROBLEM, code: 3 }] },
    422,
    'items[0].code',
    'expected string, found 3',
  ],
  [
    'neither program nor answer',
    { items: [{ problem: PROBLEM }] },
    422,
    'items[0].response',
    'is missing, and so is "code"',
  ],
  ['both', { items: [item('x', { response: 'x' })] }, 422, 'items[0].code', 'beside "response"'],
  ['no problem', { items: [{ code: 'x' }] }, 422, 'items[0].problem', 'is missing, and so is "problem_id"'],
  [
    'a test without output',
    { items: [item('x', { problem: { ...PROBLEM, tests: [{ input: '' }] } })] },
    422,
    'items[0].problem.tests[0].output',
    'is missing',
  ],
  [
    'a value that cannot be compared',
    { items: [item('x', { problem: { ...numbers, tests: [{ input: 1, output: 1 }] } })] },
    422,
    'items[0].problem.tests[0].input',
    'expected a list',
  ],
  [
    'a field with a wrong letter',
    { ...batch('x'), profil: 'lcb' },
    422,
    'profil',
    'is not a field of this request (did you mean profile?)',
  ],
  [
    'a field of an item with a missing letter',
    { items: [item('x', { finish_reson: 'length' })] },
    422,
    'items[0].finish_reson',
    'did you mean finish_reason?',
  ],
  ['a field that no item has', { items: [item('x', { tests: [] })] }, 422, 'items[0].tests', 'there are id,'],
  [
    'a problem id that is unknown in every item',
    { items: [{ problem_id: 'ad', code: 'x' }] },
    422,
    'items[0].problem_id',
    'no problem "ad"',
  ],
  ['an unknown profile', { ...batch('x'), profile: 'rlm' }, 422, 'profile', 'did you mean rllm?'],
  [
    'a limit that no test may have',
    { ...batch('x'), time_limit_s: 0 },
    422,
    'time_limit_s',
    'from 0.1 to 3600',
  ],
  ['a deadline in the past', { ...batch('x'), deadline_s: -1 }, 422, 'deadline_s', 'from 1 to 86400'],
  ['too many items', batch('1', '2', '3', '4'), 413, 'items', 'has 4 items, and 3 are the most'],
  ['a body over the limit', `{"items": "${'x'.repeat(1 << 20)}"}`, 413, '', 'longer than 1 MB'],
] as const)('refuses %s, and goes on', async (_, body, status, field, words) => {
  const refused = await service.ask('/v1/rewards', body);
  expect(refused.status).toBe(status);
  expect(refused.body).toEqual({ error: expect.stringContaining(words) as string, field });
  expect(rewards((await service.ask('/v1/rewards', batch('right'))).body)).toEqual([1]);
  expect(service.faults).toEqual([]);
});

it.each([
  ['/v1/rewards?profle=rllm', 'profle', 'did you mean profile?'],
  ['/v1/rewards?time_limit=1', 'time_limit', 'did you mean time_limit_s?'],
  ['/submissions?wait=true&base64=true', 'base64', 'base64_encoded'],
])('refuses %s', async (path, field, words) => {
  const refused = await service.ask(path, batch('right'));
  expect(refused).toMatchObject({
    status: 422,
    body: { field, error: expect.stringContaining(words) as string },
  });
});

it('refuses what is no UTF-8, what comes packed, what a web page sends, and what is not there', async () => {
  const send = (init: RequestInit, path = '/v1/rewards') =>
    service.ask(path, '', { method: 'POST', ...init });
  expect(await send({ body: new Uint8Array([0xff]) })).toMatchObject({
    status: 400,
    body: { error: 'the body is not UTF-8' },
  });
  expect(await send({ headers: { 'Content-Encoding': 'gzip' } })).toMatchObject({ status: 415 });
  expect(await send({ headers: { Origin: 'https://example.org' } })).toMatchObject({ status: 403 });
  expect(await send({}, '/rewards')).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining('/v1/rewards') as string },
  });
  expect(await service.ask('/v1/rewards')).toMatchObject({ status: 405 });
});

it('keeps numbers as they are spelled', async () => {
  const jobs: unknown[] = [];
  const ownService = await startService({
    openPage: pageOf((job) => {
      jobs.push(job.task === 'judge' ? job.problem.tests : null);
      return byWord(job);
    }),
  });
  onTestFinished(() => ownService.end());
  await ownService.ask(
    '/v1/rewards',
    `{"items": [{"code": "right", "problem": {"id": "n", "mode": "call", "fn_name": "f", "prompt": "",
    "tests": [{"input": [9007199254740993, 1.0], "output": 1.0}]}}]}`,
  );
  expect(jobs).toEqual([[{ input: '[9007199254740993,1.0]', output: '1.0' }]]);
});

it('wants its token, in each of the ways that clients can send it', async () => {
  const ownService = await startService({ token: 'word' });
  onTestFinished(() => ownService.end());
  const status = async (headers: Record<string, string>) =>
    (await ownService.ask('/v1/rewards', batch('right'), { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status({ Authorization: 'Bearer other' })).toBe(401);
  expect(await status({ Authorization: 'Bearer word' })).toBe(200);
  expect(await status({ Authorization: `Basic ${btoa('anybody:word')}` })).toBe(200);
  expect(await status({ 'X-Auth-Token': 'word' })).toBe(200);
  expect((await ownService.ask('/metrics')).status).toBe(401);
  expect((await ownService.ask('/healthz')).status).toBe(200);
});

/** Sends a request with a Host header. `fetch` cannot set it. */
const statusAs = (address: string, host: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const httpRequest = request(address + path, { headers: { Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    httpRequest.on('error', reject).end();
  });

it('answers, without a token, to names only that no web page can have', async () => {
  const ownService = await startService({ token: 'word' });
  onTestFinished(() => ownService.end());
  for (const host of [
    ...['127.0.0.1', '127.0.0.1:8710', 'localhost:8710', 'LOCALHOST', 'localhost.', 'judge.localhost:1'],
    ...['[::1]:8710', '192.168.7.5:80', 'host.docker.internal:8710'],
  ])
    expect(await statusAs(service.address, host, '/metrics'), host).toBe(200);
  for (const host of [
    ...[
      'evil.example',
      'evil.example:8710',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'notlocalhost',
    ],
    ...['127.0.0.1.nip.io:8710', '[::1].evil.example', 'host.docker.internal.evil.example', 'judge'],
  ])
    for (const path of ['/metrics', '/healthz', '/api/v2/runtimes', '/reverify_mode'])
      expect(await statusAs(service.address, host, path), host + path).toBe(403);
  // A service with a token accepts every host name, such as that of a cluster or a proxy.
  expect(await statusAs(ownService.address, 'judge.cluster:8710', '/healthz')).toBe(200);
  expect(await statusAs(ownService.address, 'evil.example', '/metrics')).toBe(401);
});

it('says 503 and when to ask again where the queue is full; 504 to those who know no other', async () => {
  // The page never replies, and receives as many tasks as it runs in parallel.
  const ownService = await startService({ openPage: pageOf(() => undefined), capacity: 1 });
  onTestFinished(() => ownService.end());
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { signal } = leaving;
  for (let index = 0; index < 35; index++)
    ownService.ask('/v1/rewards', batch(String(index)), { signal }).catch(() => undefined);
  await eventually(async () => expect((await ownService.ask('/metrics')).body).toContain('allpass_queue 1'));
  const fullResponse = await ownService.ask('/v1/rewards', batch('more'));
  expect(fullResponse).toMatchObject({ status: 503, body: { error: 'the queue is full: ask again later' } });
  expect(fullResponse.headers.get('retry-after')).toBe('5');
  expect((await ownService.ask('/run_code', { code: '', language: 'python' })).status).toBe(504);
});

it('answers by the deadline, and says so', async () => {
  const { body } = await service.ask('/v1/rewards', { ...batch('slow'), deadline_s: 1 });
  expect(rewards(body)).toEqual([null]);
  expect(body).toMatchObject({
    results: [{ reason: expect.stringContaining('not judged within 1 s') as string }],
  });
});

it('leaves out what a client that went away had asked for', async () => {
  const ran: string[] = [];
  let release: (value: unknown) => void = () => undefined;
  const held = new Promise((resolve) => (release = resolve));
  const ownService = await startService({
    openPage: pageOf((job) => {
      if (job.task === 'judge' && job.submission.kind === 'program') ran.push(job.submission.code);
      return byWord(job);
    }, held),
  });
  onTestFinished(() => ownService.end());
  const many = Array.from({ length: 60 }, (_, index) => `gone ${index}`);
  const goneController = new AbortController();
  const leaving = ownService.ask('/v1/rewards', batch(...many), { signal: goneController.signal });
  await eventually(async () => expect((await ownService.ask('/metrics')).body).toMatch(/allpass_queue 2\d/));
  goneController.abort();
  await expect(leaving).rejects.toThrow();
  await eventually(async () =>
    expect((await ownService.ask('/metrics')).body).toContain('allpass_held_bytes 0'),
  );
  release(null);
  expect(rewards((await ownService.ask('/v1/rewards', batch('right'))).body)).toEqual([1]);
  // The page received these before `gone` was aborted.
  expect(ran.filter((code) => code.startsWith('gone')).length).toBeLessThanOrEqual(34);
});

it('answers what is under way when it is ended, and takes nothing new', async () => {
  let answer: () => void = () => undefined;
  const beginning = new Promise<void>((resolve) => (answer = resolve));
  const ownService = await startService({
    openPage: pageOf(byWord, beginning),
  });
  const pendingResponse = ownService.ask('/v1/rewards', batch('right'));
  await eventually(async () =>
    expect((await ownService.ask('/metrics')).body).toContain('allpass_under_way 1'),
  );
  const ended = ownService.end();
  await expect(ownService.ask('/v1/rewards', batch('right'))).rejects.toThrow();
  answer();
  expect(rewards((await pendingResponse).body)).toEqual([1]);
  await ended;
});

it('counts what it did for Prometheus', async () => {
  const { body } = await service.ask('/metrics');
  for (const line of [
    /^allpass_requests_total\{dialect="rewards",status="200"\} \d+$/m,
    /^allpass_requests_total\{dialect="rewards",status="422"\} \d+$/m,
    /^allpass_items_total\{verdict="accepted"\} \d+$/m,
    /^allpass_items_total\{verdict="judge-error"\} 1$/m,
    /^allpass_seen_total \d+$/m,
    /^allpass_item_seconds_bucket\{le="\+Inf"\} \d+$/m,
    /^allpass_slowest_seconds\{place="1",problem="(p|known)",verdict="[a-z-]+"\} [\d.e-]+$/m,
    /^allpass_ready 1$/m,
  ])
    expect(body).toMatch(line);
});
