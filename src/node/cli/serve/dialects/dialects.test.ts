/** Requests as the clients send them, and what each dialect makes of a reward, of a judge error, and of bad input. */
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
const packed = (value: unknown) => deflateSync(JSON.stringify(value)).toString('base64');
const LISTS = { inputs: ['1\n', '2\n'], outputs: ['1\n', '2\n'] };
const CASES = [
  { input: '1', output: '1' },
  { input: '2', output: '2' },
];
const words = (text: string) => expect.stringContaining(text) as string;

// As sandbox-fusion 0.3.7 and verl 0.9.1 write it.
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
  expect(await ask('/run_code', runCode('', { language: 'cpp' }))).toMatchObject([
    422,
    { field: 'language' },
  ]);
  expect(await ask('/run_code', runCode('', { files: { 'a.txt': 'YQ==' } }))).toMatchObject([
    422,
    { field: 'files' },
  ]);
  expect(await ask('/run_code', runCode('', { run_timeout: 0 }))).toMatchObject([
    422,
    { field: 'run_timeout' },
  ]);
  expect(await ask('/run_code', runCode('', { code: null }))).toMatchObject([422, { field: 'code' }]);
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
  expect(await ask('/submit', submit('```python\nright\n```'))).toMatchObject([
    200,
    {
      id: 1,
      accepted: true,
      extracted_code: 'right',
      extracted_type: 'fenced',
      tests: [{ passed: true, exec_info: { status: 'Success' } }],
    },
  ]);
  expect(await ask('/submit', submit('wrong'))).toMatchObject([
    200,
    { accepted: false, extracted_type: 'empty', tests: [{ passed: false }] },
  ]);
  expect(await ask('/submit', submit('lost'))).toEqual([
    504,
    { error: 'the judge failed: the frame is gone' },
  ]);
  expect(await ask('/submit', submit('right', { provided_data: { id: 1 } }))).toMatchObject([
    422,
    { field: 'config.provided_data' },
  ]);
});

// As nemo-gym 0.7.0's agents write it.
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
  expect(await ask('/verify', verify('```python\nright\n```'))).toEqual([
    200,
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
  ]);
  expect(await ask('/verify', verify('wrong', { packed: packed(LISTS), fn_name: null }))).toMatchObject([
    200,
    { reward: 0, mask_sample: false, result: [true, -2] },
  ]);
  expect(await ask('/verify', verify('lost'))).toMatchObject([
    200,
    { reward: 0, mask_sample: true, failure_kind: 'judge_failed', failure_reason: 'the frame is gone' },
  ]);
  const { verifier_metadata: _, ...without } = verify('right');
  expect(await ask('/verify', without)).toMatchObject([422, { field: 'verifier_metadata' }]);
});

it('keeps no session, and adds up rollouts that count', async () => {
  expect(await ask('/seed_session', { resources_session_id: 's', episode_id: 'e' })).toEqual([
    200,
    { resources_session_id: 's' },
  ]);
  expect(await ask('/seed_session', {})).toEqual([200, {}]);
  expect(await ask('/close_session', { resources_session_id: 's' })).toEqual([
    200,
    { resources_session_id: 's' },
  ]);
  expect(await ask('/reverify_mode')).toEqual([200, 'stateless']);
  const verify_responses = [
    { _ng_task_index: 0, reward: 1 },
    { _ng_task_index: 0, reward: 0 },
    { _ng_task_index: 1, reward: 0, mask_sample: true },
  ];
  expect(await ask('/aggregate_metrics', { verify_responses })).toMatchObject([
    200,
    {
      group_level_metrics: [{ _ng_task_index: 0, 'mean/reward': 0.5 }],
      agent_metrics: { 'count/masked': 1 },
      key_metrics: { 'mean/accuracy': 0.5 },
    },
  ]);
});

it('/test_program tells each assertion, /test_program_stdio each test, and 503 what the judge failed on', async () => {
  const assertions = ['assert f(1) == 1', 'assert f(2) == 2'];
  for (const tests of [assertions, JSON.stringify(assertions), packed(assertions)]) {
    expect(await ask('/test_program', { program: 'right', tests, max_execution_time: 1 })).toEqual([
      200,
      { results: [1, 1], runtimes: [0.001, 0.001] },
    ]);
  }
  expect(await ask('/test_program_stdio', { program: 'wrong', tests: CASES })).toEqual([
    200,
    { results: [1, 0], runtimes: [0.001, -1] },
  ]);
  expect(await ask('/test_program_stdio', { program: 'lost', tests: CASES })).toMatchObject([
    503,
    { error: words('the frame is gone') },
  ]);
  expect(await ask('/test_program', { program: 'right' })).toMatchObject([422, { field: 'tests' }]);
  expect(await ask('/test_program', { program: 'right', tests: [1] })).toMatchObject([
    422,
    { field: 'tests[0]' },
  ]);
});

it('/openrlhf takes the answer from behind its prompt, without the tokens that end it', async () => {
  const prompt = '<|im_start|>user\n```python\nright\n```<|im_end|>\n<|im_start|>assistant\n';
  const query = [
    '```python\nright\n```<|im_end|>',
    'I do not know<|im_end|>',
    '```python\nwrong\n```</s>',
  ].map((text) => prompt + text);
  const labels = ['known', JSON.stringify(LISTS), JSON.stringify(CASES)];
  expect(await ask('/openrlhf', { query, prompts: [prompt, prompt, prompt], labels })).toEqual([
    200,
    { rewards: [1, 0, 0], scores: [1, 0, 0], extra_logs: { tests_passed: [1, 0.5, 0.5] } },
  ]);
  expect(await ask('/openrlhf', { query, prompts: [prompt], labels })).toMatchObject([
    422,
    { field: 'prompts' },
  ]);
  expect(await ask('/openrlhf', { query: ['x'], prompts: ['y'], labels: ['known'] })).toMatchObject([
    422,
    { field: 'query[0]' },
  ]);
  expect(await ask('/openrlhf', { query: ['x'], prompts: ['x'], labels: ['unknown'] })).toMatchObject([
    422,
    { field: 'labels[0]', error: words('neither the id of a problem') },
  ]);
});

it('/openrlhf asks again what the judge failed on', async () => {
  let asked = 0;
  const own = await startService({
    openPage: pageOf((job) => {
      asked += 1;
      return asked === 1 ? { report: reportOf(['judge-error']) } : byWord(job);
    }),
    problems: [problemOf({ id: 'known' })],
  });
  onTestFinished(() => own.end());
  const body = { query: ['xright'], prompts: ['x'], labels: ['known'] };
  expect((await own.ask('/openrlhf', body)).body).toMatchObject({ rewards: [1] });
  expect(asked).toBe(2);
});

it('/slime answers a number', async () => {
  expect(await ask('/slime', { prompt: 'p', response: 'right<|im_end|>', label: 'known' })).toEqual([200, 1]);
  expect(await ask('/slime', { prompt: 'p', response: 'right' })).toMatchObject([422, { field: 'label' }]);
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
  expect(await ask('/reward-kit', body('right'))).toEqual([
    200,
    {
      score: 1,
      reason: 'accepted',
      metrics: { tests: { score: 1, reason: '2 of 2 tests passed', success: true } },
    },
  ]);
  expect(await ask('/reward-kit', body('wrong'))).toMatchObject([
    200,
    { score: 0, metrics: { tests: { score: 0.5 } } },
  ]);
  expect(await ask('/reward-kit', body('lost'))).toMatchObject([503, {}]);
  expect(await ask('/reward-kit', body('x', { language: 'javascript' }))).toMatchObject([
    422,
    { field: 'language' },
  ]);
  expect(await ask('/reward-kit', body('x', { messages: [] }))).toMatchObject([422, { field: 'messages' }]);
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
  expect(
    await ask(
      '/submissions?wait=true&base64_encoded=true',
      body(btoa('print'), { stdin: btoa('3'), expected_output: btoa('3') }),
    ),
  ).toMatchObject([201, { stdout: btoa('3'), status: { id: 3, description: 'Accepted' } }]);
  expect(await ask('/submissions?wait=true', body('x', { language_id: 54 }))).toMatchObject([
    422,
    { field: 'language_id' },
  ]);
  expect(await ask('/submissions', body('x'))).toMatchObject([422, { field: 'wait' }]);
});

it('/api/v2/execute runs one file, and says 503 where the judge failed', async () => {
  const body = (content: string, change: object = {}) => ({
    language: 'python',
    version: '*',
    files: [{ content }],
    stdin: '41',
    ...change,
  });
  expect(await ask('/api/v2/execute', body('print'))).toMatchObject([
    200,
    { run: { stdout: '41', output: '41', code: 0, signal: null } },
  ]);
  expect(await ask('/api/v2/execute', body('loop'))).toMatchObject([
    200,
    { run: { code: null, signal: 'SIGKILL', status: 'TO' } },
  ]);
  expect(await ask('/api/v2/execute', body('lost'))).toMatchObject([503, {}]);
  expect(await ask('/api/v2/execute', body('x', { language: 'c++' }))).toMatchObject([
    422,
    { field: 'language' },
  ]);
  expect(
    await ask('/api/v2/execute', body('x', { files: [{ content: '' }, { content: '' }] })),
  ).toMatchObject([422, { field: 'files' }]);
  expect(await ask('/api/v2/runtimes')).toMatchObject([200, [{ language: 'python' }]]);
});

it('takes a profile and a time limit from the address, where a dialect has no field for them', async () => {
  expect(await ask('/slime?profile=rllm&time_limit_s=2', { response: 'right', label: 'known' })).toEqual([
    200, 1,
  ]);
  expect(await ask('/slime?profile=none', { response: 'right', label: 'known' })).toMatchObject([
    422,
    { field: 'profile' },
  ]);
  expect(await ask('/slime?time_limit_s=x', { response: 'right', label: 'known' })).toMatchObject([
    422,
    { field: 'time_limit_s' },
  ]);
});

it('has no path twice', () => {
  const paths = DIALECTS.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`));
  expect(new Set(paths).size).toBe(paths.length);
});
