import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import type { Rollout, RolloutFault } from '../../domain/rollout.ts';
import type { SourceFile } from '../containers/source-file.ts';
import { lastUserTurn } from './chat-turns.ts';
import { readRollouts, RolloutAccount, trainerOf, type RolloutOptions } from './read-rollouts.ts';
import { missingSteps } from './run-files.ts';

/** Files that the trainers wrote: `tests/python/dump_*.py`. */
const recordedFiles = {
  verl: filesIn('../../../docs/example/rollouts/'),
  trl: filesIn('../../../tests/rollouts/trl/'),
  primeRl: filesIn('../../../tests/rollouts/prime-rl/'),
  nemoGym: filesIn('../../../tests/rollouts/nemo-gym/'),
};

function filesIn(path: string): readonly SourceFile[] {
  const folder = new URL(path, import.meta.url).pathname;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const places = entries.flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []));
  return places.sort().map((place) => sourceFile(relative(folder, place), readFileSync(place)));
}

async function read(files: readonly SourceFile[], options: Partial<RolloutOptions> = {}) {
  const account = new RolloutAccount();
  const rollouts: Rollout[] = [];
  const faults: RolloutFault[] = [];
  for await (const each of readRollouts(files, { account, ...options })) {
    if ('message' in each) faults.push(each);
    else rollouts.push(each);
  }
  return { rollouts, faults, account };
}

const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const GTS = JSON.stringify({ inputs: ['1 2\n'], outputs: ['3\n'] });
const verl = (step: number, more: object = {}): object => ({
  input: 'Add.',
  output: 'print(3)',
  gts: GTS,
  score: 1,
  step,
  ...more,
});

const answer = (content: string): object => ({ sampled: true, message: { role: 'assistant', content } });

describe('files that the trainers wrote', () => {
  it('verl: the rewards of its own grader, and the tests of its ground truths', async () => {
    const { rollouts, faults, account } = await read(recordedFiles.verl);
    expect(faults).toEqual([]);
    expect(account.trainer).toBe('verl');
    expect([...account.steps]).toEqual([1, 4, 7, 10].map((step) => [step, 12]));
    expect(rollouts.slice(0, 4).map(({ place, reward }) => [place, reward])).toEqual([
      [0, 1],
      [1, 0.3],
      [2, 1],
      [3, 0.3],
    ]);
    expect(new Set(rollouts.map(({ group }) => group)).size).toBe(12);
    expect(rollouts[12]!.source).toBe('4.jsonl:1');
    expect(rollouts[12]!.prompt).toMatch(/^Write `comb\(n, k\)`[^]*python block\.$/);
    const [script, call] = [rollouts[0]!.problem!, rollouts[12]!.problem!];
    expect([script.mode, script.tests.length]).toEqual(['stdin', 30]);
    expect([call.mode, call.functionName, call.tests.length]).toEqual(['call', 'comb', 20]);
    expect(rollouts[1]!.problem).toBe(script);
  });

  it('TRL: the column of its reward function, and problems by their ids or by the text of the prompt', async () => {
    const files = recordedFiles.trl;
    const { rollouts, account } = await read(files);
    expect([account.trainer, account.problems.none]).toEqual(['TRL', 8]);
    expect(rollouts.map(({ reward }) => reward).slice(0, 4)).toEqual([1, 0, 1, 0]);
    expect(rollouts[0]!.completion).toContain('```python');
    const id = rollouts[0]!.problemId!;
    const named = problemOf({ id });
    expect((await read(files, { problems: new Map([[id, named]]) })).rollouts[0]!.problem).toBe(named);
    const spaced = problemOf({ id: 'other', prompt: ` ${rollouts[0]!.prompt!.replaceAll(' ', '\n ')}` });
    const matched = await read(files, { problems: new Map([['other', spaced]]) });
    expect(matched.rollouts[0]!.problem).toBe(spaced);
    expect(matched.account.problems).toMatchObject({ byText: 4, none: 4 });
  });

  it('verifiers, in the folders of prime-rl', async () => {
    const { rollouts, account } = await read(recordedFiles.primeRl);
    expect(account.trainer).toBe('verifiers');
    expect(rollouts.map(({ step, reward }) => [step, reward])).toEqual([
      ...[1, 0, 1, 0].map((reward) => [1, reward]),
      ...[0, 0, 1, 0].map((reward) => [2, reward]),
    ]);
    expect(rollouts[4]).toMatchObject({ problemId: 'gym/star-pyramid', isTruncated: false });
    expect(rollouts[4]!.prompt).toMatch(/^Draw a pyramid/);
    expect(rollouts[4]!.problem!.tests.length).toBe(20);
  });
});

it('NeMo-Gym: the rewards of its grader for code, and the tests of its inputs', async () => {
  const { rollouts, account } = await read(recordedFiles.nemoGym);
  expect([account.trainer, account.problems.fromDump]).toEqual(['NeMo-Gym', 8]);
  expect(rollouts.map(({ step, reward }) => [step, reward])).toEqual([
    ...[1, 0, 1, 0].map((reward) => [1, reward]),
    ...[1, 0, 1, 0].map((reward) => [2, reward]),
  ]);
  expect(rollouts[4]).toMatchObject({ isTruncated: false, problem: { mode: 'stdin', testCount: 20 } });
});

describe('rows of other trainers', () => {
  const message = (text: string) => [
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  ];
  const nemo = (more: object = {}): object => ({
    responses_create_params: { input: [{ role: 'user', content: 'Add.' }] },
    response: { output: message('```python\nprint(3)\n```'), status: 'completed' },
    verifier_metadata: { unit_tests: { inputs: ['1 2'], outputs: ['3'] } },
    reward: 1,
    _ng_task_index: 7,
    ...more,
  });

  it('NeMo-Gym: a masked sample has no reward, because its grader failed', async () => {
    const cut = { output: message('x'), incomplete_details: { reason: 'max_output_tokens' } };
    const rows = lines(nemo(), nemo({ reward: 0, mask_sample: true }), nemo({ response: cut, reward: 0 }));
    const { rollouts, account } = await read([sourceFile('rollouts.jsonl', rows)]);
    expect(rollouts.map(({ reward, isTruncated, group }) => [reward, isTruncated, group])).toEqual([
      [1, false, '0/7'],
      [null, false, '0/7'],
      [0, true, '0/7'],
    ]);
    expect(rollouts[0]!.problem!.tests).toEqual([{ input: '1 2', output: '3' }]);
    expect(account.notes.join(' ')).toContain('3 rollouts without a step');
  });

  it('NeMo-Gym: the tests of the file of inputs, by the file of rollouts and the task', async () => {
    const input = (task: number, output: string): object => ({
      responses_create_params: { input: [] },
      verifier_metadata: { unit_tests: { inputs: ['1 2'], outputs: [output] } },
      _ng_task_index: task,
    });
    const { rollouts, account } = await read([
      sourceFile('a.jsonl', lines(nemo({ verifier_metadata: null }), nemo({ verifier_metadata: null }))),
      sourceFile('a_materialized_inputs.jsonl', lines(input(6, '6'), input(7, '7'), input(7, '7'))),
      sourceFile('b.jsonl', lines(nemo({ verifier_metadata: null, _ng_task_index: 6 }))),
      sourceFile('b_materialized_inputs.jsonl', lines(input(6, '8'))),
    ]);
    expect(rollouts.map(({ problem }) => problem?.tests[0]?.output)).toEqual(['7', '7', '8']);
    expect(account.problems.fromDump).toBe(3);
  });

  it('rLLM: an episode in each file, without those of its validation', async () => {
    const episode = (step: number) =>
      JSON.stringify({
        training_step: step,
        task: { question: 'Add.', ground_truth: GTS },
        task_hash: 'ab',
        is_correct: false,
        termination_reason: 'max_response_length_exceeded',
        trajectories: [{ reward: 0.5, steps: [{ model_response: 'print(3)' }] }],
      });
    const { rollouts, account } = await read([
      sourceFile('episodes/train_step_10_epoch_0/episode_a.json', episode(10)),
      sourceFile('episodes/train_step_9_epoch_0/episode_a.json', episode(9)),
      sourceFile('episodes/train_step_9_epoch_0/batch_summary.json', '{"step": 9}'),
      sourceFile('episodes/val_step_9_epoch_0/episode_a.json', episode(9)),
    ]);
    expect(rollouts.map(({ step, reward, isTruncated }) => [step, reward, isTruncated])).toEqual([
      [9, 0.5, true],
      [10, 0.5, true],
    ]);
    expect(account.omitted).toHaveLength(2);
  });

  it('verifiers v0', async () => {
    const row = {
      example_id: 4,
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Add.' },
      ],
      completion: [{ role: 'assistant', content: 'print(3)' }],
      reward: 1.0,
      is_truncated: true,
      info: { test_cases: GTS },
    };
    const { rollouts } = await read([sourceFile('results.jsonl', lines(row))]);
    expect(rollouts[0]).toMatchObject({
      prompt: 'Add.',
      completion: 'print(3)',
      isTruncated: true,
      group: '0/4',
    });
    expect(rollouts[0]!.problem!.mode).toBe('stdin');
  });

  it('the record of the service, with its problems: a program becomes an answer with one block of code', async () => {
    const row = {
      problem_id: 'a',
      profile: 'lcb',
      verdict: 'accepted',
      reward: 1,
      dialect: 'rewards',
      code: 'x = 1',
    };
    const problem = { id: 'a', mode: 'stdin', prompt: 'Add.', tests: [{ input: '1', output: '1' }] };
    const { rollouts } = await read([
      sourceFile('run/problems.jsonl', lines(problem)),
      sourceFile('run/rollouts.jsonl', lines({ ...row, step: 3 })),
    ]);
    expect(rollouts[0]).toMatchObject({ step: 3, problemId: 'a', completion: '```python\nx = 1\n```' });
    expect(rollouts[0]!.problem!.prompt).toBe('Add.');
  });

  it('open-instruct: tokens in place of text are a fault with its remedy', async () => {
    const row = { step: 1, prompt_tokens: [1], response_tokens: [2, 3], reward: 1, ground_truth: [4] };
    const { rollouts, faults } = await read([sourceFile('run_rollouts_000000.jsonl', lines(row))]);
    expect(rollouts).toEqual([]);
    expect(faults[0]!.message).toContain('holds tokens in place of text: decode them');
  });
});

describe('damaged and unusual runs', () => {
  it('reads the rows before a line that is cut off, and names it', async () => {
    const text = `${lines(verl(1), verl(1))}${lines(verl(1)).slice(0, 30)}`;
    const { rollouts, faults } = await read([sourceFile('1.jsonl', text)]);
    expect(rollouts).toHaveLength(2);
    expect(faults).toEqual([
      {
        source: '1.jsonl:3',
        message: 'is cut off, as by a trainer that was stopped: the rows before it are read',
      },
    ]);
  });

  it('reads rewards of numpy as strings, and has none for NaN and null', async () => {
    const rows = ['0.25', 'NaN', null].map((score) => JSON.stringify(verl(1, { score })));
    const text = [...rows, JSON.stringify(verl(1)).replace('"score":1', '"score":NaN')].join('\n');
    const { rollouts, account } = await read([sourceFile('1.jsonl', text)]);
    expect(rollouts.map(({ reward }) => reward)).toEqual([0.25, null, null, null]);
    expect(account.withoutReward).toBe(3);
  });

  it('orders steps by number, names missing ones, and keeps the last of a step that was written twice', async () => {
    const file = (name: string, step: number, output: string) =>
      sourceFile(name, lines(verl(step, { output })));
    const { rollouts, account } = await read([
      file('first/10.jsonl', 10, 'a'),
      file('first/9.jsonl', 9, 'b'),
      file('resumed/10.jsonl', 10, 'c'),
      file('resumed/12.jsonl', 12, 'd'),
      file('resumed/13.jsonl', 13, 'e'),
    ]);
    expect(rollouts.map(({ completion }) => completion)).toEqual(['b', 'c', 'd', 'e']);
    expect(account.missingSteps).toEqual([11]);
    expect(account.omitted).toEqual([
      { file: 'first/10.jsonl', reason: 'its step is written again in resumed' },
    ]);
    expect(account.notes.join(' ')).toContain('Steps that are missing: 11.');
  });

  it('leaves out the rows of an evaluation, and the part of a step that trained the model', async () => {
    const episode = { task: { data: { prompt: 'Add.' } }, traces: [{ nodes: [answer('a')], rewards: {} }] };
    const { rollouts, account } = await read([
      sourceFile('test/step_1/train/all/traces.jsonl', lines(episode, episode)),
      sourceFile('test/step_1/train/effective/traces.jsonl', lines(episode)),
      sourceFile('test/step_1/eval/all/traces.jsonl', lines(episode)),
    ]);
    expect([rollouts.length, account.omitted.length, account.withoutReward]).toEqual([2, 2, 2]);
    const both = [sourceFile('x/1.jsonl', lines(verl(1))), sourceFile('x/val/1.jsonl', lines(verl(1)))];
    expect((await read(both)).rollouts.map(({ source }) => source)).toEqual(['x/1.jsonl:1']);
    expect((await read(both.slice(1))).rollouts).toHaveLength(1);
  });

  it('joins the parts of a step that several processes wrote', async () => {
    const { rollouts } = await read([
      sourceFile('rank0/1.jsonl', lines(verl(1))),
      sourceFile('rank1/1.jsonl', lines(verl(1))),
    ]);
    expect(rollouts.map(({ step, place }) => [step, place])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it('refuses the files of two trainers before it reads one', async () => {
    const files = [...recordedFiles.verl, ...recordedFiles.trl];
    await expect(read(files)).rejects.toThrow(
      /1\.jsonl is of verl and .*parquet of TRL: give the files of one run/,
    );
    await expect(read([sourceFile('a.jsonl', '{"x":1}')])).rejects.toThrow(
      'no file has rollouts: give the folder',
    );
  });

  it('reads the other files if a parquet file is cut off', async () => {
    const [first, second] = recordedFiles.trl;
    const bytes = (await second!.readPart!(0, 5000)).slice();
    const { rollouts, faults } = await read([first!, sourceFile(second!.name, bytes)]);
    expect(rollouts).toHaveLength(4);
    expect(faults[0]).toMatchObject({
      source: second!.name,
      message: expect.stringContaining('no whole parquet'),
    });
  });

  it('names the codec of a parquet file that cannot be unpacked, and reads the other files', async () => {
    const columns = { step: 3, prompt: 'Add.', completion: 'a', reward: 1, advantage: 0 };
    const bytes = parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, value]) => ({ name, data: [value, value] })),
      codec: 'LZO',
      compressors: { LZO: (input: Uint8Array) => input },
    });
    const file = sourceFile('completions_00003.parquet', new Uint8Array(bytes));
    const { rollouts, faults } = await read([...recordedFiles.trl, file]);
    expect(rollouts).toHaveLength(8);
    expect(faults).toEqual([
      {
        source: file.name,
        message: 'is packed with LZO, which is not read here: write it with snappy or zstd',
      },
    ]);
  });

  it('reads a large file row by row: never more than a piece ahead of the rollouts', async () => {
    const [row, count, piece] = [lines(verl(1, { output: 'x'.repeat(10_000) })), 2_000, 1 << 16];
    const small = sourceFile('1.jsonl', row.repeat(count), piece);
    let bytes = 0;
    const file: SourceFile = {
      ...small,
      async *bytes() {
        bytes = 0;
        for await (const each of small.bytes()) {
          bytes += each.length;
          yield each;
        }
      },
    };
    let [rollouts, ahead] = [0, 0];
    for await (const each of readRollouts([file], { account: new RolloutAccount() })) {
      expect(each).not.toHaveProperty('message');
      rollouts += 1;
      ahead = Math.max(ahead, bytes - rollouts * row.length);
    }
    expect(rollouts).toBe(count);
    expect(ahead).toBeLessThan(4 * piece);
  });

  it('goes on with the next parts of a run, and counts lines and places from those before', async () => {
    const account = new RolloutAccount();
    const seen: unknown[] = [];
    const parts = [
      sourceFile('run.jsonl', lines(verl(1), verl(2))),
      { ...sourceFile('run.jsonl', lines(verl(2), verl(3))), linesBefore: 2 },
    ];
    for (const part of parts)
      for await (const each of readRollouts([part], { account }))
        if ('place' in each) seen.push([each.step, each.place, each.source]);
    expect(seen).toEqual([
      [1, 0, 'run.jsonl:1'],
      [2, 0, 'run.jsonl:2'],
      [2, 1, 'run.jsonl:3'],
      [3, 0, 'run.jsonl:4'],
    ]);
    await expect(read(recordedFiles.trl, { account })).rejects.toThrow('the part before is of verl');
  });

  it('leaves files of an evaluation out, also in a later part of a run', async () => {
    const account = new RolloutAccount();
    const seen: unknown[] = [];
    for (const name of ['run/1.jsonl', 'run/val/1.jsonl', 'run/2.jsonl'])
      for await (const each of readRollouts([sourceFile(name, lines(verl(9)))], {
        account,
      }))
        if ('place' in each) seen.push([each.step, each.source]);
    expect(seen).toEqual([
      [1, 'run/1.jsonl:1'],
      [2, 'run/2.jsonl:1'],
    ]);
    expect(account.omitted).toEqual([{ file: 'run/val/1.jsonl', reason: 'is of an evaluation' }]);
  });

  it('counts rollouts once that TRL wrote at each step that trained on them', async () => {
    const [first, second] = recordedFiles.trl;
    const again = { ...first!, name: first!.name.replace('00001', '00003') };
    const { account } = await read([first!, second!, again, { ...again, name: 'completions_00004.parquet' }]);
    expect([...account.steps]).toEqual([1, 2, 3].map((step) => [step, 4]));
    expect(account.notes.at(-1)).toBe('1 file with the rollouts of the step before, counted once.');
  });

  it('asks for the reward to read if there are several and none is that of a grader of programs', async () => {
    const table = (names: readonly string[]) =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'step', data: [1], type: 'INT32' },
            ...['prompt', 'completion'].map((name) => ({ name, data: ['x'], type: 'STRING' as const })),
            ...names.map((name, index) => ({ name, data: [index + 1], type: 'DOUBLE' as const })),
            { name: 'advantage', data: [0], type: 'DOUBLE' },
          ],
        }),
      );
    const file = (...names: string[]) => [sourceFile('completions_00001.parquet', table(names))];
    expect((await read(file('format', 'length'))).faults[0]!.message).toBe(
      'has the rewards "format", "length": name the one of the grader of programs with --reward',
    );
    expect((await read(file('format', 'length'), { rewardName: 'length' })).rollouts[0]!.reward).toBe(2);
    expect((await read(file('format', 'code_reward'))).rollouts[0]!.reward).toBe(2);
  });

  it('counts rollouts whose tests cannot be read, with the first reason', async () => {
    const truths = ['{"answer": 42}', '["Paris", "Rome"]', '18'];
    const text = lines(...truths.map((gts) => verl(1, { gts })));
    const { rollouts, account } = await read([sourceFile('1.jsonl', text)]);
    expect(rollouts.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect(account.badTests).toMatchObject({ source: '1.jsonl:1', count: 2 });
  });

  it('matches no problem where two have the statement, and the longest where one contains another', async () => {
    const short = 'Read two integers and print their sum on one line, please.';
    const long = `${short} The integers have at most nine digits each.`;
    const problems = (...prompts: readonly string[]) =>
      new Map(prompts.map((prompt, index) => [`p${index}`, problemOf({ id: `p${index}`, prompt })]));
    const files = [sourceFile('1.jsonl', lines(verl(1, { gts: null, input: `Hello. ${long} Bye.` })))];
    expect((await read(files, { problems: problems(short, long) })).rollouts[0]!.problemId).toBe('p1');
    const twice = await read(files, { problems: problems(long, long) });
    expect([twice.rollouts[0]!.problem, twice.account.problems.ambiguous]).toEqual([null, 1]);
  });
});

it('recognises a file by its first row', async () => {
  expect(await trainerOf(sourceFile('anything', lines(verl(1))))).toBe('verl');
  expect(await trainerOf(sourceFile('p.jsonl', lines({ id: 'a', prompt: 'b' })))).toBeNull();
});

it.each([
  [
    'ChatML',
    '<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nA<|im_end|>\n<|im_start|>user\nQ 1\nuser\n2<|im_end|>\n<|im_start|>assistant\n<think>\n',
    'Q 1\nuser\n2',
  ],
  [
    'Llama 3',
    '<|start_header_id|>user<|end_header_id|>\n\nQ<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    'Q',
  ],
  ['DeepSeek', '<｜begin▁of▁sentence｜>S<｜User｜>Q<｜Assistant｜><think>\n', 'Q'],
  ['Gemma', '<start_of_turn>user\nQ<end_of_turn>\n<start_of_turn>model\n', 'Q'],
  ['Mistral', '<s>[INST] Q [/INST]', 'Q'],
  ['ChatML without special tokens', 'system\nS\nuser\nA\nassistant\nB\nuser\nQ\n\nC\nassistant\n', 'Q\n\nC'],
  ['Llama 3 without special tokens', 'system\n\nSuser\n\nQassistant\n\n', 'Q'],
  ['no template', 'Write a user\nprogram.', 'Write a user\nprogram.'],
])('finds the last turn of the user: %s', (_, prompt, turn) => {
  expect(lastUserTurn(prompt)).toBe(turn);
});

it.each([
  [[1, 2, 3, 5], [4]],
  [[10, 20, 40, 50], [30]],
  [[7], []],
  [[], []],
])('the steps missing in %j are %j', (steps, missing) => {
  expect(missingSteps(steps)).toEqual(missing);
});

it('of very many missing steps, as before a step that is a time, a limited number is found', () => {
  const missing = missingSteps([1, 2, 1_000_000]);
  expect([missing[0], missing.length]).toEqual([3, 100_000]);
});
