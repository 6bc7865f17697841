import { expect, it } from 'vitest';
import type { ImportFault } from './lines.ts';
import { readSamples, readSamplesInPieces } from './sample-file.ts';

const TEXT = [
  '{"problem_id":"p","id":0,"code":"print(1)","response":"none"}',
  '',
  '{"problem_id":"p","id":"b","set":"own.jsonl","response":"text","finish_reason":"length"}',
  '{"problem_id":"p","id":2,"completion":"    return 1\\n"}',
  '{"problem_id":"p","id":3}',
  'nonsense',
].join('\n');

const SAMPLES = [
  { problemId: 'p', set: null, id: '0', submission: { kind: 'program', code: 'print(1)' } },
  {
    problemId: 'p',
    set: 'own.jsonl',
    id: 'b',
    submission: {
      kind: 'completion',
      completion: {
        reasoning: '',
        reasoningOpen: false,
        text: 'text',
        finishReason: 'length',
        usage: null,
      },
    },
  },
  { problemId: 'p', set: null, id: '2', submission: { kind: 'continuation', text: '    return 1\n' } },
];

function withMessages(faults: readonly ImportFault[]) {
  return faults.map(({ fault, ...rest }) => ({ ...rest, message: fault }));
}

it('reads programs, answers and what continues a prompt; broken lines cost no other', () => {
  const { samples, faults } = readSamples(TEXT);
  expect(samples).toEqual(SAMPLES);
  expect(withMessages(faults)).toMatchObject([
    {
      line: 5,
      field: 'code',
      message:
        'is missing: a sample needs "code", "response" or "completion", and this row has "problem_id", "id"',
    },
    { line: 6, field: '' },
  ]);
});

it('in pieces it is the same', async () => {
  expect(await readSamplesInPieces(TEXT)).toEqual(readSamples(TEXT));
});

it('takes the name that rows of verdicts have for an id', () => {
  const row = '{"problem_id":"p","sample_id":7,"code":"print(1)"}';
  expect(readSamples(row).samples).toMatchObject([{ problemId: 'p', id: '7' }]);
});

it('numbers rows without a name of their own within their problem, whatever names the problem', () => {
  const rows = ['p', 'q', 'p'].map((problem) => JSON.stringify({ problem_id: problem, code: '' }));
  const { samples, faults } = readSamples(rows.join('\n'));
  expect(samples.map(({ problemId, id }) => [problemId, id])).toEqual([
    ['p', '0'],
    ['q', '0'],
    ['p', '1'],
  ]);
  expect(faults).toEqual([]);
});

it('takes Markdown with a closed block as an answer under any name, and says so once', async () => {
  const text = 'Here:\n```python\nprint(1)\n```';
  const rows = ['completion', 'code', 'solution', 'response'].map((name) =>
    JSON.stringify({ problem_id: 'p', [name]: text, finish_reason: 'stop' }),
  );
  const { samples, notes } = readSamples(rows.join('\n'));
  const completion = { reasoning: '', reasoningOpen: false, text, finishReason: 'stop', usage: null };
  expect(samples.map(({ submission }) => submission)).toEqual(
    Array(4).fill({ kind: 'completion', completion }),
  );
  expect(notes[0]!).toMatch(
    /^3 samples hold Markdown .* "completion" or "code" or "solution", .* they are taken/,
  );
  expect((await readSamplesInPieces(rows.join('\n'))).notes).toEqual(notes);
  expect(readSamples(rows[0]!).notes[0]!).toMatch(/^1 sample holds .* it is taken/);
  expect(readSamples(rows[3]!).notes).toEqual([]);
});

it('names all that a line lacks at once', () => {
  const message = 'is missing, and so is "code" (or "response" or "completion" or "solution")';
  expect(withMessages(readSamples('{"answer":"print(1)"}').faults)).toEqual([
    { line: 1, field: 'problem_id', message },
  ]);
  expect(readSamples('{"problem_id":"p"}').faults).toMatchObject([{ field: 'code' }]);
});

it('takes ids that are numbers, and verdicts in the words of several tools', () => {
  const passedValues = [true, 1, 'yes', 'True', 'passed', 'C', false, 0, 'no', 'wrong', null];
  const rows = passedValues.map((value, id) =>
    JSON.stringify({ problem_id: 12, id, code: 'x', passed: value }),
  );
  const { samples, faults } = readSamples(rows.join('\n'));
  expect(faults).toEqual([]);
  expect(samples.map(({ problemId, passedElsewhere }) => [problemId, passedElsewhere])).toEqual(
    [...Array<boolean>(6).fill(true), ...Array<boolean>(4).fill(false), undefined].map((each) => [
      '12',
      each,
    ]),
  );
  const verdict = { problem_id: 'p', sample_id: '0', verdict: 'wrong-answer', tests: [], response: 'x' };
  expect(
    [1, 0, null].map(
      (reward) => readSamples(JSON.stringify({ ...verdict, reward })).samples[0]!.passedElsewhere,
    ),
  ).toEqual([true, false, undefined]);
});

it.each([
  [{ passed: 0.5, code: 'x' }, 'passed', 'must be true or false, found 0.5'],
  [{ passed: 'maybe', code: 'x' }, 'passed', 'must be true or false, found "maybe"'],
  [{ output: 'x' }, 'code', 'and this row has "problem_id", "output"'],
  [{ verdict: 'accepted' }, 'code', 'holds a verdict without its answer'],
  [{ prompt: '', tests: [] }, '', 'the row is a problem, not a sample'],
])('refuses %j', (row, field, words) => {
  const { faults } = readSamples(JSON.stringify({ problem_id: 'p', ...row }));
  expect(faults).toEqual([{ line: 1, field, fault: expect.stringContaining(words) as string }]);
});

it('takes HumanEval’s and EvalPlus’s rows, and numbers them within their problem', () => {
  const rows = [
    { task_id: 'HumanEval/1', completion: '    return 1' },
    { task_id: 'HumanEval/0', solution: 'def f(): return 0', completion: 'none' },
    { task_id: 'HumanEval/1', sample_id: 'own', completion: '' },
    { task_id: 'HumanEval/1', completion: '    return 2' },
  ];
  expect(readSamples(rows.map((row) => JSON.stringify(row)).join('\n')).samples).toEqual([
    {
      problemId: 'HumanEval/1',
      set: null,
      id: '0',
      submission: { kind: 'continuation', text: '    return 1' },
    },
    {
      problemId: 'HumanEval/0',
      set: null,
      id: '0',
      submission: { kind: 'program', code: 'def f(): return 0' },
    },
    { problemId: 'HumanEval/1', set: null, id: 'own', submission: { kind: 'continuation', text: '' } },
    {
      problemId: 'HumanEval/1',
      set: null,
      id: '1',
      submission: { kind: 'continuation', text: '    return 2' },
    },
  ]);
  expect(readSamples('{"task_id":"HumanEval/1"}').faults).toMatchObject([{ field: 'code' }]);
});
