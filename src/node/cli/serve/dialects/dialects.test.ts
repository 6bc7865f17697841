/**
 * Requests in the form that the clients send, and the responses of each dialect to a reward, a judge error, and bad
 * input.
 */
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { problemOf } from '../../../../../tests/builders/problem.ts';
import { byWord, pageOf, startService } from '../../../../../tests/builders/reward-service.ts';
import { reportOf } from '../../../../../tests/builders/report.ts';
import { DIALECTS } from './dialects.ts';

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService({ problems: [problemOf({ id: 'known' })], deadlineMs: 1000 });
});
afterAll(() => service.end());

const ask = async (path: string, body?: unknown) => {
  const { status, body: said } = await service.ask(path, body);
  return [status, said] as const;
};
const expectAnswer = async (path: string, body: unknown, answer: unknown, status = 200) =>
  expect(await ask(path, body)).toMatchObject([status, answer]);
const saysJust = async (path: string, body: unknown, answer: unknown, status = 200) =>
  expect(await ask(path, body)).toEqual([status, answer]);
const refuses = (path: string, body: unknown, field: string) => expectAnswer(path, body, { field }, 422);
const pack = (value: unknown) => deflateSync(JSON.stringify(value)).toString('base64');
const LISTS = { inputs: ['1\n', '2\n'], outputs: ['1\n', '2\n'] };
const CASES = [
  { input: '1', output: '1' },
  { input: '2', output: '2' },
];
const words = (text: string) => expect.stringContaining(text) as string;

// The request that sandbox-fusion 0.3.7 and verl 0.9.1 send.
const runCode = (code: string, change: object = {}) => ({
  compile_timeout: 10,
  run_timeout: 10,
  code,
  stdin: '41',
  memory_limit_MB: 1024,
  language: 'python',
  files: {},
  fetch_files: [],
  ...change,
});

it.each([
  [
    'a good end',
    'print',
    {
      status: 'Success',
      run_result: { status: 'Finished', return_code: 0, stdout: '41', stderr: '', execution_time: 0.004 },
    },
  ],
  ['another status', 'exit', { status: 'Failed', run_result: { status: 'Finished', return_code: 3 } }],
  [
    'a time-out',
    'loop',
    { status: 'Failed', run_result: { status: 'TimeLimitExceeded', return_code: null } },
  ],
  ['a judge error', 'lost', { status: 'SandboxError', message: 'the frame is gone', run_result: null }],
])('/run_code tells %s', async (_, code, answer) => {
  const [status, body] = await ask('/run_code', runCode(code));
  expect([status, body]).toEqual([200, expect.objectContaining({ compile_result: null, files: {} })]);
  expect(body).toMatchObject(answer);
});

it('/run_code refuses files and other languages', async () => {
  await refuses('/run_code', runCode('', { language: 'cpp' }), 'language');
  await refuses('/run_code', runCode('', { files: { 'a.txt': 'YQ==' } }), 'files');
  await refuses('/run_code', runCode('', { run_timeout: 0 }), 'run_timeout');
  await refuses('/run_code', runCode('', { code: null }), 'code');
});

const submit = (completion: string, config: object = {}) => ({
  dataset: 'd',
  id: 1,
  completion,
  config: {
    dataset_type: 'CommonOJDataset',
    language: 'python',
    locale: null,
    provided_data: {
      id: 1,
      content: '',
      labels: {},
      test: [{ input: { stdin: '1' }, output: { stdout: '1' } }],
    },
    extra: {},
    ...config,
  },
});

it('/submit accepts or not, with the program that was taken', async () => {
  await expectAnswer('/submit', submit('```python\nright\n```'), {
    id: 1,
    accepted: true,
    extracted_code: 'right',
    extracted_type: 'fenced',
    tests: [{ passed: true, exec_info: { status: 'Success' } }],
  });
  await expectAnswer('/submit', submit('wrong'), {
    accepted: false,
    extracted_type: 'empty',
    tests: [{ passed: false }],
  });
  await saysJust('/submit', submit('lost'), { error: 'the judge failed: the frame is gone' }, 504);
  await refuses('/submit', submit('right', { provided_data: { id: 1 } }), 'config.provided_data');
});

// The request that the agents of nemo-gym 0.7.0 send.
const verify = (text: string, unit_tests: unknown = LISTS) => ({
  responses_create_params: { input: [{ role: 'user', content: 'add' }], temperature: 0.6 },
  response: {
    id: 'r',
    created_at: 0.5,
    model: 'm',
    object: 'response',
    output: [
      { id: 'rs', type: 'reasoning', summary: [{ type: 'summary_text', text: 'lost' }] },
      {
        id: 'msg',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    tools: [],
  },
  verifier_metadata: { unit_tests, difficulty: 'easy' },
});

it('/verify says back what it was sent, and masks what the judge failed on', async () => {
  const { responses_create_params, response } = verify('```python\nright\n```');
  await saysJust(
    '/verify',
    verify('```python\nright\n```'),
    expect.objectContaining({
      responses_create_params,
      response,
      reward: 1,
      mask_sample: false,
      failure_kind: null,
      failure_reason: null,
      extracted_model_output: '```python\nright\n```',
      extracted_model_code: 'right',
      result: [true, true],
      difficulty: 'easy',
      reasoning_format_violation_rate: 0,
    }),
  );
  await expectAnswer('/verify', verify('wrong', { packed: pack(LISTS), fn_name: null }), {
    reward: 0,
    mask_sample: false,
    result: [true, -2],
  });
  await expectAnswer('/verify', verify('lost'), {
    reward: 0,
    mask_sample: true,
    failure_kind: 'judge_failed',
    failure_reason: 'the frame is gone',
  });
  const { verifier_metadata: _, ...without } = verify('right');
  await refuses('/verify', without, 'verifier_metadata');
});

it('keeps no session, and adds up rollouts that count', async () => {
  await saysJust(
    '/seed_session',
    { resources_session_id: 's', episode_id: 'e' },
    { resources_session_id: 's' },
  );
  await saysJust('/seed_session', {}, {});
  await saysJust('/close_session', { resources_session_id: 's' }, { resources_session_id: 's' });
  await saysJust('/reverify_mode', undefined, 'stateless');
  const verify_responses = [
    { _ng_task_index: 0, reward: 1 },
    { _ng_task_index: 0, reward: 0 },
    { _ng_task_index: 1, reward: 0, mask_sample: true },
  ];
  await expectAnswer(
    '/aggregate_metrics',
    { verify_responses },
    {
      group_level_metrics: [{ _ng_task_index: 0, 'mean/reward': 0.5 }],
      agent_metrics: { 'count/masked': 1 },
      key_metrics: { 'mean/accuracy': 0.5 },
    },
  );
});

it('/test_program tells each assertion, /test_program_stdio each test, and 503 what the judge failed on', async () => {
  const assertions = ['assert f(1) == 1', 'assert f(2) == 2'];
  for (const tests of [assertions, JSON.stringify(assertions), pack(assertions)]) {
    await saysJust(
      '/test_program',
      { program: 'right', tests, max_execution_time: 1 },
      { results: [1, 1], runtimes: [0.001, 0.001] },
    );
  }
  await saysJust(
    '/test_program_stdio',
    { program: 'wrong', tests: CASES },
    { results: [1, 0], runtimes: [0.001, -1] },
  );
  await expectAnswer(
    '/test_program_stdio',
    { program: 'lost', tests: CASES },
    { error: words('the frame is gone') },
    503,
  );
  await refuses('/test_program', { program: 'right' }, 'tests');
  await refuses('/test_program', { program: 'right', tests: [1] }, 'tests[0]');
});

it('/openrlhf takes the answer from behind its prompt, without the tokens that end it', async () => {
  const prompt = '<|im_start|>user\n```python\nright\n```<|im_end|>\n<|im_start|>assistant\n';
  const query = [
    '```python\nright\n```<|im_end|>',
    'I do not know<|im_end|>',
    '```python\nwrong\n```</s>',
  ].map((text) => prompt + text);
  const labels = ['known', JSON.stringify(LISTS), JSON.stringify(CASES)];
  await saysJust(
    '/openrlhf',
    { query, prompts: [prompt, prompt, prompt], labels },
    {
      rewards: [1, 0, 0],
      scores: [1, 0, 0],
      extra_logs: { tests_passed: [2, 1, 1], tests_total: [2, 2, 2] },
    },
  );
  await refuses('/openrlhf', { query, prompts: [prompt], labels }, 'prompts');
  await refuses('/openrlhf', { query: ['x'], prompts: ['y'], labels: ['known'] }, 'query[0]');
  for (const uneven of [
    { inputs: ['1'], outputs: ['1', '2'] },
    { inputs: ['1', '2'], outputs: '["1"]' },
    { inputs: ['1\n2', '3'], outputs: ['3'], fn_name: 'add' },
    { inputs: [[1, 2], [3]], outputs: [3], fn_name: 'add' },
  ])
    await refuses('/openrlhf', { query: ['x'], prompts: ['x'], labels: [uneven] }, 'labels[0]');
  const nested = { tests: { inputs: [], outputs: ['1'] } };
  await refuses('/openrlhf', { query: ['x'], prompts: ['x'], labels: [nested] }, 'labels[0].tests');
  await refuses('/openrlhf', { query: ['x'], promts: ['x'], labels: ['known'] }, 'promts');
  await expectAnswer(
    '/openrlhf',
    { query: ['x'], prompts: ['x'], labels: ['unknown'] },
    { field: 'labels[0]', error: words('neither the id of a problem') },
    422,
  );
});

it('/openrlhf asks again what the judge failed on', async () => {
  let requestCount = 0;
  const ownService = await startService({
    openPage: pageOf((job) => {
      requestCount += 1;
      return requestCount === 1 ? { report: reportOf(['judge-error']) } : byWord(job);
    }),
    problems: [problemOf({ id: 'known' })],
  });
  onTestFinished(() => ownService.end());
  const body = { query: ['xright'], prompts: ['x'], labels: ['known'] };
  expect((await ownService.ask('/openrlhf', body)).body).toMatchObject({ rewards: [1] });
  expect(requestCount).toBe(2);
});

it('/slime answers a number', async () => {
  await saysJust('/slime', { prompt: 'p', response: 'right<|im_end|>', label: 'known' }, 1);
  await refuses('/slime', { prompt: 'p', response: 'right' }, 'label');
});

it('/reward-kit scores the last answer, and says 503 where the judge failed', async () => {
  const body = (content: string, change: object = {}) => ({
    messages: [
      { role: 'user', content: 'add' },
      { role: 'assistant', content },
    ],
    ground_truth: [
      { input: '1', expected_output: '1' },
      { input: '2', expected_output: '2' },
    ],
    language: 'python',
    timeout: 10,
    environment: 'local',
    ...change,
  });
  await saysJust('/reward-kit', body('right'), {
    score: 1,
    reason: 'accepted',
    metrics: { tests: { score: 1, reason: '2 of 2 tests passed', success: true } },
  });
  await expectAnswer('/reward-kit', body('wrong'), { score: 0, metrics: { tests: { score: 0.5 } } });
  await expectAnswer('/reward-kit', body('lost'), {}, 503);
  await refuses('/reward-kit', body('x', { language: 'javascript' }), 'language');
  await refuses('/reward-kit', body('x', { messages: [] }), 'messages');
});

it('/submissions compares as Judge0 does, and has status 13 for a judge error', async () => {
  const body = (source_code: string, change: object = {}) => ({
    source_code,
    language_id: 71,
    stdin: '3 \n',
    ...change,
  });
  const id = async (source: string, change: object = {}) => {
    const [status, said] = await ask('/submissions?wait=true', body(source, change));
    return [status, (said as { status: { id: number } }).status.id];
  };
  expect(await id('print')).toEqual([201, 3]);
  expect(await id('print', { expected_output: '3' })).toEqual([201, 3]);
  expect(await id('print', { expected_output: '4' })).toEqual([201, 4]);
  expect(await id('loop')).toEqual([201, 5]);
  expect(await id('exit')).toEqual([201, 11]);
  expect(await id('lost')).toEqual([201, 13]);
  await expectAnswer(
    '/submissions?wait=true&base64_encoded=true',
    body(btoa('print'), { stdin: btoa('3'), expected_output: btoa('3') }),
    { stdout: btoa('3'), status: { id: 3, description: 'Accepted' } },
    201,
  );
  await refuses('/submissions?wait=true', body('x', { language_id: 54 }), 'language_id');
  await refuses('/submissions', body('x'), 'wait');
});

it('/api/v2/execute runs one file, and says 503 where the judge failed', async () => {
  const body = (content: string, change: object = {}) => ({
    language: 'python',
    version: '*',
    files: [{ content }],
    stdin: '41',
    ...change,
  });
  await expectAnswer('/api/v2/execute', body('print'), {
    run: { stdout: '41', output: '41', code: 0, signal: null },
  });
  await expectAnswer('/api/v2/execute', body('loop'), {
    run: { code: null, signal: 'SIGKILL', status: 'TO' },
  });
  await expectAnswer('/api/v2/execute', body('lost'), {}, 503);
  await refuses('/api/v2/execute', body('x', { language: 'c++' }), 'language');
  await refuses('/api/v2/execute', body('x', { files: [{ content: '' }, { content: '' }] }), 'files');
  await expectAnswer('/api/v2/runtimes', undefined, [{ language: 'python' }]);
});

it('takes a profile and a time limit from the address, where a dialect has no field for them', async () => {
  await saysJust('/slime?profile=rllm&time_limit_s=2', { response: 'right', label: 'known' }, 1);
  await refuses('/slime?profile=none', { response: 'right', label: 'known' }, 'profile');
  await refuses('/slime?time_limit_s=x', { response: 'right', label: 'known' }, 'time_limit_s');
});

it('has no path twice', () => {
  const paths = DIALECTS.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`));
  expect(new Set(paths).size).toBe(paths.length);
});
