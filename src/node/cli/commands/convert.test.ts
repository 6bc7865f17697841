/** Tests `allpass convert` in this process: the files of other data sets, and invalid input. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readLinesOf } from '../../../../tests/node/command-line.ts';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { UsageError } from '../text/messages.ts';
import { CONVERT } from './convert.ts';

// Only ends tests that hang; a busy machine may be slow.
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

const RAW = fileURLToPath(new URL('../../../../../shared/fixtures/raw/', import.meta.url));
const hasCorpus = existsSync(RAW);
if (!hasCorpus) console.warn('Skipped: the shared fixtures folder is not beside this checkout.');

const OWN =
  '{"id":"p","mode":"call","fn_name":"f","prompt":"","tests":[{"input":[1.0],"output":12345678901234567890}]}';

interface Report {
  readonly read: number;
  readonly kept: number;
  readonly dropped: number;
  readonly tests: number;
  readonly modes: Readonly<Record<string, number>>;
  readonly rows: readonly { readonly outcome: string; readonly file: string; readonly line: number }[];
  readonly files: readonly { readonly file: string; readonly format: string }[];
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  readonly elsewhere: readonly { readonly loader: string; readonly problems: number }[];
}

/** Returns the result of a conversion, with its problems as rows. */
async function convert(
  folder: string,
  ...args: readonly string[]
): Promise<{ report: Report; problems: { id: string }[] }> {
  const [problems, report] = [join(folder, 'P.jsonl'), join(folder, 'R.json')];
  expect(await CONVERT.run([...args, '-q', '-o', problems, '--report', report])).toBe(0);
  return { report: JSON.parse(readFileSync(report, 'utf8')) as Report, problems: readLinesOf(problems) };
}

const FIELD = fileURLToPath(new URL('../../../../../shared/fixtures/field/', import.meta.url));

interface FieldCase {
  readonly file: string;
  readonly expected_rows: number;
  readonly expected_tests: readonly number[] | null;
  readonly mode: readonly string[] | null;
}

interface FieldProblem {
  readonly id: string;
  readonly mode: string;
  readonly fn_name?: string;
  readonly check?: string;
  readonly tests?: readonly { readonly input: unknown; readonly output: unknown }[];
}

const isFieldThere = existsSync(FIELD);
if (!isFieldThere) console.warn('Skipped: the shared field cases are not beside this checkout.');

describe.skipIf(!isFieldThere)('files with a reported quirk (shared field cases)', () => {
  const cases = isFieldThere ? readLinesOf<FieldCase>(`${FIELD}files.jsonl`) : [];
  const read = (folder: string, file: string) =>
    convert(folder, `${FIELD}files/${file}`) as Promise<{ report: Report; problems: FieldProblem[] }>;

  it.each(cases.map((each) => [each.file, each] as const))('%s: rows, tests and modes', (file, expected) => {
    return inTemporaryFolder(async (folder) => {
      const { problems } = await read(folder, file);
      expect(problems).toHaveLength(expected.expected_rows);
      if (expected.mode !== null) expect(problems.map(({ mode }) => mode)).toEqual(expected.mode);
      if (expected.expected_tests !== null) {
        expect(problems.map(({ tests = [] }) => tests.length)).toEqual(expected.expected_tests);
      }
    });
  });

  it.each([
    ['h07-mbpp.jsonl', ['area', 'divisors', 'share', 'height']],
    ['h08-mbppplus.jsonl', ['only', 'common', 'match_b', 'ball', 'check', 'inverse']],
    ['h09-humaneval.jsonl', ['greet', 'halves']],
  ])('%s: the functions that programs have to define', (file, names) => {
    return inTemporaryFolder(async (folder) => {
      expect((await read(folder, file)).problems.map(({ fn_name }) => fn_name)).toEqual(names);
    });
  });

  it('h02-primeintellect-calls.jsonl: values, not their texts', () => {
    return inTemporaryFolder(async (folder) => {
      const { problems } = await read(folder, 'h02-primeintellect-calls.jsonl');
      const outputs = problems.map(({ tests }) => tests!.map(({ output }) => output));
      expect(outputs).toEqual([
        [true, false],
        [true, false],
      ]);
    });
  });
});

describe.skipIf(!hasCorpus)('the files of other data sets (shared fixtures)', () => {
  const modes = (stdin: number, call = 0, assert = 0) => ({ stdin, call, assert });

  /** Number of rows, number of tests and modes of each file, or the message for a file without problems. */
  const FILES: Readonly<Record<string, readonly [string, number, number, object] | string>> = {
    'apps/apps.sample.jsonl': ['apps', 2, 2, modes(1, 1)],
    'codeforces/deepcoder_code_contests.sample.json': ['deepcoder', 15, 69, modes(15)],
    'codeforces/deepcoder_codeforces.sample.json': ['deepcoder', 40, 49, modes(40)],
    'codeforces/open_r1_codeforces.sample.jsonl': ['codeforces', 12, 15, modes(12)],
    'humaneval/HumanEval.sample.jsonl.gz': ['humaneval', 41, 41, modes(0, 0, 41)],
    'humaneval/HumanEvalPlus-OriginFmt.sample.jsonl.gz': ['humanevalplus', 8, 4883, modes(0, 8)],
    'humaneval/HumanEvalPlus.sample.jsonl.gz': ['humanevalplus', 12, 12, modes(0, 0, 12)],
    'humaneval/example_problem.jsonl': ['humaneval', 1, 1, modes(0, 0, 1)],
    'humaneval/example_samples.jsonl': '(fields: task_id, completion)',
    'humaneval/samples.expected.jsonl': '(fields: task_id, completion, passed)',
    'humaneval/samples.jsonl': '(fields: task_id, completion)',
    'leetcode/deepcoder_leetcode.sample.json': ['deepcoder', 25, 65, modes(0, 25)],
    'livecodebench/code_generation.sample.jsonl': ['livecodebench', 40, 144, modes(24, 16)],
    'livecodebench/custom_outputs.sample.json': '(fields: question_id, code_list)',
    'livecodebench/eval_all.sample.json': 'its rows look like answers',
    'livecodebench/sandboxfusion_v1.sample.jsonl': ['common-oj', 1, 5, modes(1)],
    'mbpp/MbppPlus.sample.jsonl.gz': ['mbppplus', 12, 12, modes(0, 0, 12)],
    'mbpp/mbpp.sample.jsonl': ['mbpp', 33, 33, modes(0, 0, 33)],
    'primeintellect/deepcoder_preview.sample.jsonl': ['deepcoder', 9, 37, modes(6, 3)],
    'primeintellect/verifiable_coding.sample.jsonl': ['primeintellect', 16, 69, modes(7, 9)],
    'taco/generation_example.sample.json': 'its rows look like answers',
    'taco/taco.sample.jsonl': ['taco', 30, 98, modes(24, 6)],
  };

  it('are all in the table', () => {
    const fileNames = readdirSync(RAW, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(jsonl?|gz)$/.test(name) && !name.startsWith('apps/train'),
    );
    expect(fileNames.sort()).toEqual(Object.keys(FILES).sort());
  });

  it('are read, all in one folder: every row kept, every file of answers left out', () => {
    return inTemporaryFolder(async (folder) => {
      const expected = Object.entries(FILES).filter(([, each]) => typeof each !== 'string');
      const { report, problems } = await convert(folder, RAW.replace(/\/$/, ''));
      const byFile = new Map(report.files.map(({ file, ...counts }) => [file.slice(RAW.length), counts]));
      for (const [file, [format, rows]] of expected as unknown as [string, [string, number]][]) {
        expect({ file, ...byFile.get(file) }).toMatchObject({ file, format, read: rows });
      }
      expect(report.skipped.map(({ file }) => file.slice(RAW.length)).sort()).toEqual(
        Object.keys(FILES).filter((file) => typeof FILES[file] === 'string'),
      );
      expect(report.kept + report.dropped).toBe(report.read);
      expect(problems).toHaveLength(report.kept);
      // The folders of APPS contain the rows of its table. HumanEval+ contains problems of HumanEval.
      const droppedRows = report.rows.filter(({ outcome }) => outcome === 'dropped');
      expect(droppedRows).toHaveLength(report.dropped);
      expect(new Set(droppedRows.map(({ file }) => file.slice(RAW.length).split('/')[0]))).toEqual(
        new Set(['apps', 'humaneval', 'mbpp']),
      );
    });
  });

  it.each(
    Object.entries(FILES).filter(([, each]) => typeof each !== 'string') as [
      string,
      [string, number, number, object],
    ][],
  )('%s: rows, tests and modes', (file, [, rows, tests, kinds]) => {
    return inTemporaryFolder(async (folder) => {
      const { report } = await convert(folder, RAW + file);
      expect(report).toMatchObject({ read: rows, kept: rows, dropped: 0, tests, modes: kinds });
    });
  });

  it('have the tests that the corpus has of them', () => {
    interface Known {
      readonly id: string;
      readonly prompt: string;
      readonly mode: string;
      readonly fn_name?: string;
      readonly tests: readonly object[];
      readonly meta?: { readonly in_source_id?: string };
    }
    const corpus = readLinesOf<Known>(join(RAW, '../problems.jsonl'));
    const byId = new Map(corpus.map((problem) => [problem.id, problem]));
    const byPrompt = new Map(corpus.map((problem) => [problem.prompt.trim(), problem]));
    const core = ({ mode, fn_name, tests }: Known) => ({
      mode,
      fn_name,
      tests: tests.map((test) => JSON.stringify(test)),
    });
    return inTemporaryFolder(async (folder) => {
      const files = ['taco/taco.sample.jsonl', 'apps/train', 'primeintellect/deepcoder_preview.sample.jsonl'];
      const same: Known[] = [];
      for (const file of files)
        same.push(...((await convert(folder, RAW + file)).problems as unknown as Known[]));
      expect(same).toHaveLength(41);
      for (const problem of same) expect(core(problem)).toEqual(core(byPrompt.get(problem.prompt.trim())!));
      const prime = (await convert(folder, `${RAW}primeintellect/verifiable_coding.sample.jsonl`))
        .problems as unknown as Known[];
      for (const problem of prime)
        expect(core(problem)).toEqual(core(byId.get(problem.meta!.in_source_id!)!));
      // In these data sets a hidden test may repeat a public one, and the corpus has only some tests of HumanEval+.
      for (const [file, idOf] of [
        ['livecodebench/code_generation.sample.jsonl', (id: string) => `lcb/${id}`],
        [
          'humaneval/HumanEvalPlus-OriginFmt.sample.jsonl.gz',
          (id: string) => id.replace('HumanEval', 'humaneval'),
        ],
      ] as const) {
        for (const problem of (await convert(folder, RAW + file)).problems as unknown as Known[]) {
          const expected = core(byId.get(idOf(problem.id))!);
          const read = core(problem);
          expect(read).toMatchObject({ mode: expected.mode, fn_name: expected.fn_name });
          expect(read.tests).toEqual(expect.arrayContaining(expected.tests));
        }
      }
    });
  });
});

describe('a conversion', () => {
  it('of several files and folders is one', () =>
    inTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, 'set'));
      writeFileSync(join(folder, 'a.jsonl'), OWN);
      writeFileSync(join(folder, 'set', 'b.json'), `[${OWN.replace('"p"', '"q"')}]`);
      const { problems } = await convert(folder, join(folder, 'a.jsonl'), `${join(folder, 'set')}/`);
      expect(problems.map(({ id }) => id)).toEqual(['p', 'q']);
    }));

  const bomb = gzipSync(Buffer.alloc(12 << 20, 'x'));
  it.each<[string, Record<string, string | Uint8Array>, readonly string[], string]>([
    ['no file', {}, [], 'a file is missing'],
    ['a file that is not there', {}, ['none.jsonl'], 'none.jsonl: no such file'],
    [
      'a format that is nearly one',
      { 'a.jsonl': OWN },
      ['a.jsonl', '--from', 'livecodebnch'],
      '(did you mean livecodebench?)',
    ],
    [
      'an option that is nearly one',
      { 'a.jsonl': OWN },
      ['a.jsonl', '--repot', 'R'],
      '(did you mean --report?)',
    ],
    [
      'the wrong format',
      { 'a.jsonl': OWN },
      ['a.jsonl', '--from', 'taco'],
      'a.jsonl, line 1, field input_output: is missing; no problem is left',
    ],
    [
      'answers',
      { 'a.jsonl': '{"task_id":"a","completion":""}' },
      ['a.jsonl'],
      'look like answers, not problems',
    ],
    ['a gzip bomb', { 'a.jsonl.gz': bomb }, ['a.jsonl.gz'], 'is more likely a bomb'],
    ['a file that is cut off', { 'a.json': `[${OWN},{"id"` }, ['a.json'], 'a.json: ends within row 2'],
    ['a folder as output', { 'a.jsonl': OWN }, ['a.jsonl', '-o', '.'], 'is a folder'],
  ])('is refused in one line, and leaves what was there: %s', (_, files, args, expectedMessage) => {
    return inTemporaryFolder(async (folder) => {
      for (const [name, content] of Object.entries({ ...files, 'P.jsonl': '{"before":1}' })) {
        writeFileSync(join(folder, name), content);
      }
      const fullArgs = args.map((arg) => (/^(?:[a-z]+\.|\.$)/.test(arg) ? join(folder, arg) : arg));
      const output = args.includes('-o')
        ? []
        : ['-o', join(folder, 'P.jsonl'), '--report', join(folder, 'R.json')];
      const failure = await CONVERT.run([...fullArgs, ...output]).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(UsageError);
      expect((failure as UsageError).message).toContain(expectedMessage);
      expect((failure as UsageError).message).not.toContain('\n');
      expect(readdirSync(folder).sort()).toEqual([...Object.keys(files), 'P.jsonl'].sort());
      expect(readFileSync(join(folder, 'P.jsonl'), 'utf8')).toBe('{"before":1}');
    });
  });
});

describe('--to', () => {
  const CHECK = '{"id":"a","prompt":"","mode":"assert","check":"assert f(1)"}';

  it('writes rows of another tool, and says what has no place there', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'own.jsonl');
      writeFileSync(file, `${OWN}\n${CHECK}\n`);
      const { report, problems } = await convert(folder, file, '--to', 'taco');
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({
        input_output: '{"inputs":[[1.0]],"outputs":[[12345678901234567890]],"fn_name":"f"}',
      });
      const not_written = [{ id: 'a', reason: 'is graded by a check, which has no place there' }];
      expect(report).toMatchObject({ read: 2, kept: 2, not_written });
    }));

  it('refuses what leaves nothing, and shapes that there are not', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'own.jsonl');
      writeFileSync(file, CHECK);
      await expect(CONVERT.run([file, '--to', 'verl', '-q'])).rejects.toThrow(
        'no problem can be written for verl: a is graded by a check',
      );
      await expect(CONVERT.run([file, '--to', 'tacos', '-q'])).rejects.toThrow('--to tacos: must be');
    }));
});

it('maps columns by hand, and says how where it knows none', () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 'odd.jsonl');
    writeFileSync(path, '{"key":"m","q":"Say it.","cases":[{"input":"","output":"1"}]}\n');
    const { problems } = await convert(folder, '--map', 'statement=q, tests=cases,id=key', path);
    expect(problems.map(({ id }) => id)).toEqual(['m']);
    await expect(convert(folder, path)).rejects.toThrow('say which column is what with --map');
    const convertMapped = (map: string) => convert(folder, '--map', map, path);
    await expect(convertMapped('statement=q,test=cases')).rejects.toThrow(
      '--map test: no such field (did you mean tests?)',
    );
    await expect(convertMapped('statement=q')).rejects.toThrow('Say which column has the tests');
    await expect(convertMapped('statement')).rejects.toThrow('is no FIELD=COLUMN');
  }));

it('writes into no input, by no name, and into no file of another kind', () =>
  inTemporaryFolder(async (folder) => {
    const [input, link, hard, notes] = ['p.jsonl', 'l.jsonl', 'h.jsonl', 'n.md'].map((name) =>
      join(folder, name),
    );
    const row = '{"id":"a","mode":"stdin","prompt":"","tests":[{"input":"","output":""}]}\n';
    writeFileSync(input!, row);
    symlinkSync(input!, link!);
    linkSync(input!, hard!);
    writeFileSync(notes!, 'by hand');
    for (const output of [input!, link!, hard!]) {
      await expect(CONVERT.run([input!, '-q', '-o', output])).rejects.toThrow('input');
      await expect(CONVERT.run([input!, '-q', '-o', join(folder, 'o'), '--report', output])).rejects.toThrow(
        'input',
      );
    }
    await expect(CONVERT.run([input!, '-q', '-o', notes!])).rejects.toThrow('--force');
    expect([readFileSync(input!, 'utf8'), readFileSync(notes!, 'utf8')]).toEqual([row, 'by hand']);
    expect(await CONVERT.run([input!, '-q', '-o', notes!, '--force'])).toBe(0);
    const [farPath, wayPath] = [join(folder, 'far.jsonl'), join(folder, 'way.jsonl')];
    symlinkSync('far.jsonl', wayPath);
    expect(await CONVERT.run([input!, '-q', '-o', wayPath])).toBe(0);
    expect([lstatSync(wayPath).isSymbolicLink(), readFileSync(farPath, 'utf8')]).toEqual([true, row]);
  }));
