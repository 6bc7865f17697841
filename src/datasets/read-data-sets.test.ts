/** Reads whole files and folders. Checks the problems that are kept, and that the counts of the account add up. */
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parseLossless, stringifyLossless } from '../base/lossless-json.ts';
import { readSet, zipOf } from '../../tests/builders/read-set.ts';
import { sourceFile } from '../../tests/builders/source-file.ts';
import type { SourceFile } from './containers/source-file.ts';
import { TACO } from './formats/taco.ts';
import { readProblem, readProblems } from './problem-file.ts';
import { writtenRow, type ProblemRow } from './reading/problem-row.ts';
import type { DataSetFile } from './read-data-sets.ts';

// The time-out only stops tests that hang, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

const fileList = (file: SourceFile): readonly DataSetFile[] => [{ kind: 'file', file }];
const folder = (...files: readonly SourceFile[]): readonly DataSetFile[] => [
  { kind: 'folder', name: 'all', files },
];
const ownRow = (id: string): string =>
  `{"id":"${id}","mode":"stdin","prompt":"","tests":[{"input":"","output":"1"}]}`;
const taco = (output: string): string =>
  JSON.stringify({ question: 'Q', raw_tags: '[]', input_output: `{"inputs":["1"],"outputs":["${output}"]}` });

describe('a file', () => {
  it('keeps what is right, and says of the rest which line, which field and why', async () => {
    const lines = [
      ownRow('a'),
      '{"id":',
      ownRow('a'),
      '{"id":"b","mode":"stdin","prompt":"","tests":[]}',
      '[]',
      ownRow('c'),
    ];
    const { ids, entries, totals } = await readSet(fileList(sourceFile('P.jsonl', lines.join('\n'))));
    expect(ids).toEqual(['a', 'c']);
    expect(entries.map(({ file, line, field, reason }) => `${file} ${line} ${field}: ${reason}`)).toEqual([
      expect.stringMatching(/^P.jsonl 2 : is not JSON/),
      'P.jsonl 3 id: "a" stands in P.jsonl, line 1, already',
      'P.jsonl 4 tests: has no test: without one nothing can be graded',
      'P.jsonl 5 : is no object with fields',
    ]);
    expect(totals).toMatchObject({
      read: 6,
      kept: 2,
      dropped: 4,
      repaired: 0,
      tests: 2,
      modes: { stdin: 2 },
    });
  });

  it('keeps the numbers of rows where one is dropped, and over several files', async () => {
    const files = [`${taco('1')}\n{"question":1,"input_output":"","raw_tags":""}\n${taco('2')}`, taco('3')];
    const dataFiles = files.flatMap((text, index) => fileList(sourceFile(`${index}.jsonl`, text)));
    expect((await readSet(dataFiles)).ids).toEqual(['taco/0', 'taco/2', 'taco/3']);
  });

  it('that starts with broken rows is told by the first whole one', async () => {
    const { ids, totals } = await readSet(fileList(sourceFile('a.jsonl', `{\n1\n${ownRow('a')}`)));
    expect(ids).toEqual(['a']);
    expect(totals).toMatchObject({ read: 3, kept: 1, dropped: 2 });
  });

  it.each([
    ['empty', '', 'is empty'],
    ['of nothing but broken rows', '{\n{', 'holds no row that can be read: line 1 is not JSON'],
    ['of answers', '{"task_id":"a","completion":""}', 'rows look like answers, not problems'],
  ])('%s is refused by its name', async (_, text, says) => {
    await expect(readSet(fileList(sourceFile('a.jsonl', text)))).rejects.toMatchObject({
      file: 'a.jsonl',
      message: expect.stringContaining(says) as string,
    });
  });

  it('is read as the format that was named, or dropped row by row', async () => {
    const { totals, account } = await readSet(
      fileList(sourceFile('a.jsonl', [ownRow('a'), ownRow('b')].join('\n'))),
      {
        format: TACO,
      },
    );
    expect(totals).toMatchObject({ read: 2, kept: 0, dropped: 2 });
    expect(account.groupedEntries).toMatchObject([
      { field: 'input_output', reason: 'is missing', rows: 2, first: { line: 1 } },
    ]);
  });
});

describe('a folder', () => {
  const apps = (name: string, output: string): SourceFile[] => [
    sourceFile(`all/${name}/question.txt`, 'Q'),
    sourceFile(`all/${name}/input_output.json`, `{"inputs":["1"],"outputs":[${output}]}`),
    sourceFile(`all/${name}/metadata.json`, '{"difficulty":"competition","url":"u"}'),
    sourceFile(`all/${name}/solutions.json`, '["print(1)"]'),
  ];

  it('is read whole: problems of APPS, data files, and what is neither', async () => {
    const { ids, kept, totals, entries } = await readSet(
      folder(
        ...apps('0001', '"2"'),
        ...apps('0002', '{}'),
        sourceFile('all/own.jsonl', ownRow('a')),
        sourceFile('all/README.md', '# Words'),
        sourceFile('all/config.json', '{"name":"x"}'),
        sourceFile('all/none.json', ''),
      ),
    );
    expect(ids).toEqual(['apps/1', 'a']);
    expect(kept[0]!.problem).toMatchObject({
      prompt: 'Q',
      difficulty: 'hard',
      tests: [{ input: '1', output: '2' }],
    });
    expect(entries).toMatchObject([{ file: 'all/0002', line: 1, field: 'input_output.outputs[0]' }]);
    expect(totals).toMatchObject({
      read: 3,
      kept: 2,
      files: [
        { file: 'all', format: 'apps', read: 2, kept: 1, dropped: 1 },
        { file: 'all/own.jsonl', format: 'allpass' },
      ],
      skipped: [{ file: 'all/config.json' }, { file: 'all/none.json', reason: 'is empty' }],
    });
  });

  it('has the stronger tests of two sets, and states that', async () => {
    const human = (test: string) =>
      JSON.stringify({
        task_id: 'HumanEval/0',
        prompt: 'def f(x):\n',
        entry_point: 'f',
        canonical_solution: '',
        test,
      });
    const plainCheck = human('def check(candidate):\n    assert candidate(1) == 1\n');
    const plus = human(
      'def check(candidate):\n    inputs = [[1]]\n    results = [1]\n    for i, o in zip(inputs, results):\n        assert candidate(*i) == o\n',
    );
    const { kept, entries } = await readSet(
      folder(sourceFile('all/HumanEval.jsonl', plainCheck), sourceFile('all/HumanEvalPlus.jsonl', plus)),
    );
    expect(kept.map(({ problem }) => problem.source)).toEqual(['humaneval+']);
    expect(entries.map(({ file, reason }) => [file, reason])).toEqual([
      [
        'all/HumanEval.jsonl',
        expect.stringMatching(/stands in all\/HumanEvalPlus.jsonl, line 1, already with stronger tests$/),
      ],
    ]);
  });

  it('has one id for a problem of APPS as a folder and as a row', async () => {
    const row = JSON.stringify({
      problem_id: 1,
      question: 'Q',
      input_output: '{"inputs":["1"],"outputs":["2"]}',
    });
    const { ids, entries } = await readSet(folder(...apps('0001', '"2"'), sourceFile('all/test.jsonl', row)));
    expect([ids, entries[0]?.reason]).toEqual([['apps/1'], expect.stringContaining('"apps/1" stands in')]);
  });

  it('is no document', async () => {
    await expect(readSet(fileList(sourceFile('README.md', '{"id": 1}')))).rejects.toThrow(
      'is not a data set',
    );
  });

  it('may be a zip file', async () => {
    const bytes = zipOf({ 'x/own.jsonl': ownRow('a'), 'y.md': ' ' });
    expect((await readSet(fileList(sourceFile('z.zip', bytes)))).ids).toEqual(['a']);
  });

  it('without problems is refused', async () => {
    await expect(readSet(folder(sourceFile('all/README.md', '')))).rejects.toThrow(
      'holds no file of problems',
    );
  });
});

it('every row is accounted for, whatever stands in a file', async () => {
  const line = fc.oneof(
    fc.constantFrom(ownRow('a'), ownRow('b'), taco('1'), '{', 'null', '{"id":1}'),
    fc.string(),
    fc.json(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      const file = sourceFile('P.jsonl', [ownRow('first'), ...lines].join('\n'), 50);
      const { kept, totals, entries } = await readSet(fileList(file));
      const rows = [ownRow('first'), ...lines]
        .join('\n')
        .split('\n')
        .filter((text) => text.trim() !== '').length;
      expect(totals.read).toBe(rows);
      expect(totals.kept + totals.dropped).toBe(totals.read);
      expect(kept).toHaveLength(totals.kept);
      expect(entries.filter(({ outcome }) => outcome === 'dropped')).toHaveLength(totals.dropped);
    }),
  );
});

it('a written problem is read back as it was', async () => {
  const text = fc.string({ unit: 'grapheme' });
  const number = fc.oneof(fc.bigInt().map(String), fc.constantFrom('1.0', '1e400', '-0.0', 'NaN'));
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.boolean(),
      fc.constant(null),
      number.map((numeral) => ({ numeral })),
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .array(fc.tuple(fc.oneof(text, fc.constant('__proto__')), tie('value')), { maxLength: 3 })
        .map((fieldEntries) => new Map(fieldEntries)),
    ),
  })).value as fc.Arbitrary<never>;
  const row = fc.record({
    id: text.filter((id) => id !== ''),
    source: text,
    prompt: text,
    mode: fc.constant('call' as const),
    functionName: fc.constant('f'),
    tests: fc.array(fc.record({ input: fc.array(value), output: value }), { minLength: 1, maxLength: 3 }),
    tags: fc.array(text, { maxLength: 2 }),
    timeLimitSeconds: fc.option(fc.double({ min: 0.1, max: 3600, noNaN: true })),
  });
  await fc.assert(
    fc.asyncProperty(row, async (problemRow: ProblemRow) => {
      const rowOfProblem = writtenRow(problemRow);
      const { kept } = await readSet(fileList(sourceFile('P.jsonl', stringifyLossless(rowOfProblem))));
      expect(kept[0]!.problem).toEqual(readProblem(rowOfProblem));
      expect(stringifyLossless(kept[0]!.row)).toBe(stringifyLossless(rowOfProblem));
      const parsed = parseLossless(stringifyLossless(rowOfProblem));
      expect(parsed.ok && kept[0]!.row).toEqual(parsed.ok && parsed.value);
      expect(readProblems(stringifyLossless(kept[0]!.row)).problems).toEqual([kept[0]!.problem]);
    }),
  );
});
