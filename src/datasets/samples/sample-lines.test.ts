import { readFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../tests/builders/read-set.ts';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import { readSamples } from '../sample-file.ts';
import { sampleLines, sampleLinesOf, type SkippedRow, placeText } from './sample-lines.ts';

const FIXTURES = fileURLToPath(new URL('../../../../shared/fixtures/raw/livecodebench/', import.meta.url));

/** Reads a file with the reader of samples. Returns the problem, the id, the kind and the file's own verdict. */
async function rowsOf(name: string, content: unknown) {
  const { text, faults } = await sampleLines(sourceFile(name, JSON.stringify(content)));
  return { rows: shown(text), faults: placesAndFaults(faults) };
}

function placesAndFaults(skippedRows: readonly SkippedRow[]) {
  return skippedRows.map(({ place, fault }) => ({ place: placeText(place), message: fault }));
}

function shown(text: string) {
  const read = readSamples(text);
  expect(read.faults).toEqual([]);
  return read.samples.map(({ problemId, id, submission, passedElsewhere }) => {
    const said =
      submission.kind === 'completion'
        ? [submission.completion.text, submission.completion.finishReason]
        : [submission.kind === 'program' ? submission.code : submission.text];
    return [problemId, id, submission.kind, ...said, passedElsewhere ?? null];
  });
}

it('reads lists of answers under the names of several tools', async () => {
  for (const name of ['responses', 'completions', 'outputs', 'generations']) {
    const answers = ['a', { text: 'b', finish_reason: 'length' }, { message: { content: 'c' } }];
    const { rows, faults } = await rowsOf('a.json', [
      { task_id: 7, [name]: answers, passed: [true, 0, 'yes'] },
    ]);
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      ['7', '0', 'completion', 'a', null, true],
      ['7', '1', 'completion', 'b', 'length', false],
      ['7', '2', 'completion', 'c', null, true],
    ]);
  }
  const mixedRows = await rowsOf('a.json', [{ problem_id: 'p', responses: ['a', 3] }]);
  expect(mixedRows.faults).toEqual([
    { place: 'row 1', message: 'has a list "responses" whose answer 2 is no text' },
  ]);
});

describe('LiveCodeBench', () => {
  it('custom outputs are programs, or answers where there are no programs', async () => {
    const file = [
      { question_id: 'abc', code_list: ['print(1)', 'print(2)'] },
      { question_id: '3', output_list: ['No code.'] },
    ];
    expect((await rowsOf('out.json', file)).rows).toEqual([
      ['abc', '0', 'program', 'print(1)', null],
      ['abc', '1', 'program', 'print(2)', null],
      ['3', '0', 'completion', 'No code.', null, null],
    ]);
  });

  it('eval_all has the programs that were graded, and their grades', async () => {
    const file = [
      { question_id: 'a', output_list: ['x', 'y'], code_list: ['print(1)', ''], graded_list: [true, false] },
    ];
    expect((await rowsOf('eval_all.json', file)).rows).toEqual([
      ['a', '0', 'program', 'print(1)', true],
      ['a', '1', 'program', '', false],
    ]);
  });

  it.skipIf(!existsSync(FIXTURES))('its own files are read (shared fixtures)', async () => {
    for (const name of ['custom_outputs.sample.json', 'eval_all.sample.json']) {
      const { text, faults } = await sampleLines(sourceFile(name, readFileSync(`${FIXTURES}${name}`)));
      expect(faults).toEqual([]);
      const { samples } = readSamples(text);
      expect(samples).toHaveLength(30);
      const said = samples.filter(({ passedElsewhere }) => passedElsewhere !== undefined);
      expect(said).toHaveLength(name.startsWith('eval') ? 30 : 0);
    }
  });
});

describe('rLLM', () => {
  const episode = (change: object) => ({
    id: 'abc301_a:3',
    task: { id: '17', metadata: { question_id: 'abc301_a' } },
    is_correct: true,
    trajectories: [{ name: 'solver', steps: [{ output: 'first' }, { output: 'The answer.' }] }],
    ...change,
  });

  it.each([
    ['the task’s own row names the problem', {}, ['abc301_a', '3', 'completion', 'The answer.', null, true]],
    [
      'the episode does where there is no task',
      { task: null, is_correct: false },
      ['abc301_a', '3', 'completion', 'The answer.', null, false],
    ],
    [
      'an answer that ran out of tokens is cut off',
      { termination_reason: 'max_response_length_exceeded', is_correct: false },
      ['abc301_a', '3', 'completion', 'The answer.', 'length', false],
    ],
    [
      'earlier steps have the response, or the conversation',
      { trajectories: [{ steps: [{ model_response: 'Raw.', output: 'print(1)' }] }] },
      ['abc301_a', '3', 'completion', 'Raw.', null, true],
    ],
    [
      'the conversation ends with the answer',
      {
        trajectories: [
          {
            steps: [
              {
                chat_completions: [
                  { role: 'user', content: 'q' },
                  { role: 'assistant', content: 'Said.' },
                ],
              },
            ],
          },
        ],
      },
      ['abc301_a', '3', 'completion', 'Said.', null, true],
    ],
    [
      'a name of its own is no number',
      { id: '9f0c-uuid', trajectories: [], artifacts: { answer: 'print(1)' } },
      ['abc301_a', '0', 'completion', 'print(1)', null, true],
    ],
  ])('%s', async (_, change, row) => {
    expect((await rowsOf('episode.json', episode(change))).rows).toEqual([row]);
  });

  it.each(['error', 'model_error', 'TIMEOUT'])(
    'one that ended by %s is no answer to judge',
    async (reason) => {
      const endedEpisode = { ...episode({}), termination_reason: reason, is_correct: false };
      const read = await sampleLines(sourceFile('e.json', JSON.stringify(endedEpisode)));
      expect(read).toMatchObject({ text: '', faults: [] });
      expect(placesAndFaults(read.unansweredRows)).toEqual([
        { place: 'row 1', message: `holds an episode of abc301_a that was broken off (${reason})` },
      ]);
    },
  );

  it('a folder of episodes is read file by file; results without answers are refused', async () => {
    const files = [1, 2].map((at) =>
      sourceFile(
        `run/episodes/episode_00000${at}_x.json`,
        JSON.stringify(episode({ id: `x:${at}` }), null, 2),
      ),
    );
    const { text, faults } = await sampleLinesOf(files);
    expect(shown(text).map(([problem, id]) => [problem, id])).toEqual([
      ['abc301_a', '1'],
      ['abc301_a', '2'],
    ]);
    expect(faults).toEqual([]);
    const results = { dataset_name: 'lcb', attempts: 1, items: [{ idx: 0, is_correct: true }] };
    expect((await rowsOf('results.json', results)).faults).toEqual([
      { place: 'row 1', message: expect.stringContaining('verdicts without the answers') as string },
    ]);
  });
});

describe('Inspect', () => {
  const sample = (epoch: number, value: unknown, change: object = {}) => ({
    id: 'HumanEval/0',
    epoch,
    input: 'q',
    output: {
      choices: [{ message: { role: 'assistant', content: `Answer ${epoch}.` }, stop_reason: 'stop' }],
      completion: `Answer ${epoch}.`,
    },
    scores: { verify: { value } },
    ...change,
  });
  const rows = [
    ['HumanEval/0', '1', 'completion', 'Answer 1.', 'stop', true],
    ['HumanEval/0', '2', 'completion', 'Answer 2.', 'stop', false],
  ];

  it('a log as JSON, with its scores', async () => {
    const log = { version: 2, status: 'success', eval: {}, samples: [sample(1, 'C'), sample(2, 0)] };
    expect((await rowsOf('log.json', log)).rows).toEqual(rows);
  });

  it('a log as .eval, a zip file of samples', async () => {
    const files = {
      'header.json': '{}',
      'samples/a_epoch_1.json': JSON.stringify(sample(1, 'C')),
      'samples/a_epoch_2.json': JSON.stringify(sample(2, 'I')),
    };
    const { text, faults } = await sampleLines(sourceFile('2026.eval', zipOf(files)));
    expect([shown(text), faults]).toEqual([rows, []]);
  });

  it('a sample that ended with an error, or before any answer, is left out, and the others are read', async () => {
    const output = { model: 'm', choices: [], completion: '' };
    const error = { message: 'rate limit', traceback: '' };
    const half = { ...sample(3, 0), error };
    const said = sample(4, 0, { error: null, output: { choices: [{ message: { content: '' } }] } });
    const samples = [sample(1, 0, { output, error }), sample(2, 0, { output }), half, said];
    const log = { version: 2, status: 'error', eval: {}, samples };
    const read = await sampleLines(sourceFile('log.json', JSON.stringify(log)));
    // An empty answer of a model is an answer.
    expect([shown(read.text), read.faults]).toEqual([
      [['HumanEval/0', '4', 'completion', '', null, false]],
      [],
    ]);
    expect(placesAndFaults(read.unansweredRows).map(({ message }) => message)).toEqual([
      'holds the sample HumanEval/0, epoch 1, which ended with an error',
      'holds the sample HumanEval/0, epoch 2, which has no answer',
      'holds the sample HumanEval/0, epoch 3, which ended with an error',
    ]);
  });

  it('parts of a message are put together without its reasoning; several scores say nothing', async () => {
    const content = [
      { type: 'reasoning', reasoning: 'hm' },
      { type: 'text', text: 'Pri' },
      { type: 'text', text: 'nt.' },
    ];
    const output = { choices: [{ message: { content }, stop_reason: 'max_tokens' }] };
    const scores = { one: { value: 'C' }, two: { value: 'I' } };
    expect((await rowsOf('sample.json', sample(1, 'C', { output, scores }))).rows).toEqual([
      ['HumanEval/0', '1', 'completion', 'Print.', 'length', null],
    ]);
  });

  it('a log without samples says what to do', async () => {
    const log = { version: 2, status: 'success', eval: {} };
    expect((await rowsOf('log.json', log)).faults).toMatchObject([
      { message: expect.stringContaining('without samples') as string },
    ]);
  });
});

it('rows of ours in a list are taken as they are, with what was said of them', async () => {
  const rows = [{ problem_id: 'p', id: 7, code: 'print(1)', passed: true }];
  expect((await rowsOf('own.json', rows)).rows).toEqual([['p', '7', 'program', 'print(1)', true]]);
});
