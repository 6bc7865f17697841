/** The committed sample of programs through every dialect of `allpass serve`: each gives the rewards that native CPython gives. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  parseLossless,
  stringifyLossless,
  type LosslessObject,
  type LosslessValue,
} from '../../src/base/lossless-json.ts';
import { readLinesOf } from '../node/command-line.ts';
import { startService, type RunningService } from '../node/service.ts';

interface Problem {
  readonly id: string;
  readonly mode: 'stdin' | 'call';
  readonly fn_name?: string;
  /** As data sets for trainers have them: arguments are lines of JSON. */
  readonly cases: readonly { readonly input: string; readonly output: string }[];
}

interface Sample {
  readonly problem: Problem;
  readonly name: string;
  readonly code: string;
  /** As CPython 3.11 on this processor decided it. */
  readonly reward: number;
}

const SAMPLE = new URL('../agreement/sample/', import.meta.url).pathname;
const problems = new Map(
  readFileSync(`${SAMPLE}problems.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map(problemOf)
    .map((problem) => [problem.id, problem]),
);
const native = new Map(
  readLinesOf<{ problem_id: string; sample_id: string; reward: number }>(`${SAMPLE}native.jsonl`).map(
    ({ problem_id, sample_id, reward }) => [`${problem_id} ${sample_id}`, reward],
  ),
);
const samples = readLinesOf<{ problem_id: string; id: string; code: string }>(`${SAMPLE}samples.jsonl`).map(
  ({ problem_id, id, code }): Sample => {
    const name = `${problem_id} ${id}`;
    return { problem: problems.get(problem_id)!, name, code, reward: native.get(name)! };
  },
);

/** Reads a row of problems.jsonl with its large integers, which JavaScript's own parser rounds. */
function problemOf(line: string): Problem {
  const { id, mode, fn_name } = JSON.parse(line) as Problem;
  const parse = parseLossless(line);
  if (!parse.ok) throw new Error(`${id} is no JSON`);
  const tests = (parse.value as LosslessObject).get('tests') as readonly LosslessObject[];
  const text = (value: LosslessValue): string =>
    mode === 'stdin' ? (value as string) : stringifyLossless(value);
  const cases = tests.map((test) => {
    const [input, output] = [test.get('input')!, test.get('output')!];
    const lines = Array.isArray(input)
      ? (input as readonly LosslessValue[]).map(text).join('\n')
      : text(input);
    return { input: lines, output: text(output) };
  });
  return { id, mode, cases, ...(fn_name !== undefined && { fn_name }) };
}

let service: RunningService;
beforeAll(async () => {
  service = await startService(`${SAMPLE}problems.jsonl`, 2);
});
afterAll(() => service.end());

async function post<Body>(path: string, body: unknown): Promise<Body> {
  const response = await fetch(service.url + path, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

const SECONDS = 10;
const answerOf = ({ code }: Sample): string => `\`\`\`python\n${code}\n\`\`\``;
const said = (content: string) => [{ type: 'message', content: [{ type: 'output_text', text: content }] }];

const named = ({ problem: { fn_name } }: Sample) => (fn_name === undefined ? {} : { fn_name });
const lists = (sample: Sample) => ({
  inputs: sample.problem.cases.map(({ input }) => input),
  outputs: sample.problem.cases.map(({ output }) => output),
  ...named(sample),
});

/** Dialects that judge an answer. */
const JUDGING: Record<string, (sample: Sample) => Promise<number | null>> = {
  async 'our own'({ code, problem }) {
    const body = { items: [{ problem_id: problem.id, code }] };
    return (await post<{ results: { reward: number | null }[] }>('/v1/rewards', body)).results[0]!.reward;
  },
  async SandboxFusion(sample) {
    const provided_data = { test_cases: sample.problem.cases, ...named(sample) };
    const config = { language: 'python', run_timeout: SECONDS, provided_data };
    const body = { id: 1, completion: answerOf(sample), config };
    return Number((await post<{ accepted: boolean }>('/submit', body)).accepted);
  },
  async 'NeMo-Gym'(sample) {
    const { reward, mask_sample } = await post<{ reward: number; mask_sample: boolean }>('/verify', {
      responses_create_params: {},
      response: { output: said(answerOf(sample)) },
      verifier_metadata: { unit_tests: lists(sample) },
    });
    return mask_sample ? null : reward;
  },
  async OpenRLHF(sample) {
    const body = { query: [`Solve it.${answerOf(sample)}<|im_end|>`], prompts: ['Solve it.'] };
    const labels = [JSON.stringify(lists(sample))];
    return (await post<{ rewards: number[] }>('/openrlhf', { ...body, labels })).rewards[0]!;
  },
  slime: (sample) =>
    post<number>('/slime', { response: answerOf(sample), label: JSON.stringify(lists(sample)) }),
  async 'reward-kit'(sample) {
    const messages = [{ role: 'assistant', content: answerOf(sample) }];
    const given = { target_function: sample.problem.fn_name, timeout: SECONDS };
    const body = { messages, ground_truth: sample.problem.cases, ...given };
    return (await post<{ score: number }>('/reward-kit', body)).score;
  },
};

/** Dialects that run one test of a program that reads standard input. */
const RUNNING: Record<string, (code: string, stdin: string, expected: string) => Promise<boolean>> = {
  async 'SandboxFusion, run_code'(code, stdin, expected) {
    const body = { code, language: 'python', stdin, run_timeout: SECONDS };
    const { status, run_result } = await post<{ status: string; run_result: { stdout: string } }>(
      '/run_code',
      body,
    );
    return status === 'Success' && same(run_result.stdout, expected);
  },
  async 'open-instruct'(code, stdin, expected) {
    const body = { program: code, tests: [{ input: stdin, output: expected }], max_execution_time: SECONDS };
    return (await post<{ results: number[] }>('/test_program_stdio', body)).results[0] === 1;
  },
  async Judge0(code, stdin, expected) {
    const body = { source_code: code, language_id: 71, stdin, expected_output: expected };
    const limit = { cpu_time_limit: SECONDS };
    const { status } = await post<{ status: { id: number } }>('/submissions?wait=true', {
      ...body,
      ...limit,
    });
    expect(status.id).not.toBe(13);
    return status.id === 3;
  },
  async Piston(code, stdin, expected) {
    const body = { language: 'python', version: '*', files: [{ content: code }], stdin };
    const { run } = await post<{ run: { stdout: string; code: number | null } }>('/api/v2/execute', {
      ...body,
      run_timeout: 1000 * SECONDS,
    });
    return run.code === 0 && same(run.stdout, expected);
  },
};

const same = (one: string, other: string): boolean => one.trim() === other.trim();

/** Names of the samples whose reward is not the native one. */
async function others(
  chosen: readonly Sample[],
  reward: (sample: Sample) => Promise<number | null>,
): Promise<readonly string[]> {
  const found: string[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let at = next++; at < chosen.length; at = next++) {
      const sample = chosen[at]!;
      const given = await reward(sample);
      if (given !== sample.reward) found.push(`${sample.name}: ${given}, natively ${sample.reward}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return found;
}

it('has a sample of right and wrong programs', () => {
  expect(samples.length).toBeGreaterThanOrEqual(200);
  expect(new Set(samples.map(({ reward }) => reward))).toEqual(new Set([0, 1]));
});

it.each(Object.entries(JUDGING))('%s', async (_, reward) => {
  expect(await others(samples, reward)).toEqual([]);
});

it.each(Object.entries(RUNNING))('%s, of programs that read standard input', async (_, passes) => {
  const chosen = samples.filter(({ problem }) => problem.mode === 'stdin');
  const reward = async ({ problem, code }: Sample): Promise<number> => {
    for (const { input, output } of problem.cases) if (!(await passes(code, input, output))) return 0;
    return 1;
  };
  expect(await others(chosen, reward)).toEqual([]);
});

it('gives no result to NeMo-Gym where an answer has no program', async () => {
  const unit_tests = lists(samples[0]!);
  const body = { responses_create_params: {}, response: { output: said('I do not know.') } };
  const found = await post<object>('/verify', { ...body, verifier_metadata: { unit_tests } });
  expect(found).toMatchObject({ reward: 0, mask_sample: false, result: null });
});
