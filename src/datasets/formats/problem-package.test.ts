/** Tests all versions of problem packages, as folders and as zip files, and the messages for rejected packages. */
import { describe, expect, it } from 'vitest';
import { readSet, zipOf } from '../../../tests/builders/read-set.ts';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import type { DataSetFile } from '../read-data-sets.ts';

const STATEMENT = String.raw`\problemname{Sum of $n$}
%% plainproblemname: Sum of n
% a comment
Add \textbf{all \emph{of} them}: $\sum_{i=1}^{n} a_i \% 7$ --- \texttt{100\%} of ${'``'}them''.
\section*{Input}
\begin{itemize}
  \item the number $n$ ($1 \le n \le 10^5$)
  \item the \ldots{} numbers
\end{itemize}
\[ x_1 \& y \]
\includegraphics[width=3cm]{tree.png}`;

const LEGACY = {
  'problem.yaml': 'name: Sums\nlicense: cc by-sa\nauthor: Ada\nkeywords: easy math\nlimits:\n  memory: 512\n',
  '.timelimit': '3\n',
  'problem_statement/problem.sv.tex': 'Addera.',
  'problem_statement/problem.en.tex': STATEMENT,
  'data/sample/1.in': '1\n5\n',
  'data/sample/1.ans': '5\n',
  'data/secret/b/2.in': '2\n1 2\n',
  'data/secret/b/2.ans': '3\n',
  'data/secret/a/1.in': '1\n9\n',
  'data/secret/a/1.ans': '9\n',
  'submissions/accepted/a.py': 'print(1)',
};
type Files = Readonly<Record<string, string>>;

const folder = (files: Files, name = 'sums'): DataSetFile => ({
  kind: 'folder',
  name: 'contest',
  files: Object.entries(files).map(([path, text]) => sourceFile(`contest/${name}/${path}`, text)),
});

const read = (...sourceFiles: readonly DataSetFile[]) => readSet(sourceFiles);

describe('a problem package', () => {
  it('of the older version is read: English, samples first, groups in order, its limits', async () => {
    const { problems, totals, told } = await read(folder(LEGACY));
    expect(totals).toMatchObject({ read: 1, kept: 1, repaired: 1, tests: 3 });
    expect(told[0]).toMatchObject({ field: 'problem_statement/problem.en.tex' });
    const [problem] = problems;
    expect(problem).toMatchObject({
      id: 'sums',
      title: 'Sums',
      source: 'kattis',
      mode: 'stdin',
      tags: ['easy', 'math'],
      license: 'cc by-sa',
      timeLimitSeconds: 3,
      memoryLimitMb: 512,
      publicTests: 1,
      checker: 'tokens',
      testCount: 3,
    });
    expect(problem!.tests.map(({ input }) => input)).toEqual(['1\n5\n', '1\n9\n', '2\n1 2\n']);
    expect(problem!.prompt).toBe(
      [
        'Add **all *of* them**: $\\sum_{i=1}^{n} a_i \\% 7$ — `100%` of "them".',
        '## Input',
        '- the number $n$ ($1 \\le n \\le 10^5$)\n\n- the … numbers',
        '$$x_1 \\& y$$',
        '(figure: tree.png)',
        '## Sample Input',
        '```\n1\n5\n```',
        '## Sample Output',
        '```\n5\n```',
      ].join('\n\n'),
    );
  });

  it('of the newer version is read out of a zip, beside other files of the same archive', async () => {
    const files: Files = {
      'two/problem.yaml':
        'problem_format_version: 2025-09\nname: {sv: Tva, en: Two}\nlimits: {time_limit: 1.5}\nkeywords: [a, b]\n',
      'two/statement/problem.en.md': '# Two\n\nGive $2$.',
      'two/data/secret/x.in': '1',
      'two/data/secret/x.ans': 'Yes',
      'own.jsonl': '{"id":"o","mode":"stdin","prompt":"","tests":[{"input":"","output":"1"}]}',
    };
    const { problems } = await read({ kind: 'file', file: sourceFile('all.zip', zipOf(files)) });
    expect(problems.map(({ id, title, timeLimitSeconds }) => [id, title, timeLimitSeconds])).toEqual([
      ['two', 'Two', 1.5],
      ['o', 'o', 6],
    ]);
    // The flags ignore case, and numbers are compared as strings. No comparer does this, so a checker is created.
    expect(problems[0]!.checker).toContain('one.lower() == other.lower()');
  });

  it('is named after its archive where nothing is around it', async () => {
    const { ids } = await read({ kind: 'file', file: sourceFile('dir/hello.kpp', zipOf(LEGACY)) });
    expect(ids).toEqual(['hello']);
  });

  it.each([
    ['', '5', 'tokens'],
    ['', 'Yes', 'one.lower()'],
    ['case_sensitive', 'Yes', 'tokens'],
    ['case_sensitive space_change_sensitive', 'Yes', 'exact'],
    ['float_tolerance 1e-6', '0.5', 'distance <= 0.000001 or distance <= 0.000001 * abs(other)'],
    ['float_absolute_tolerance 1e-9', '0.5', 'distance <= 1e-9 or distance <= -1.0 * abs(other)'],
  ])('with the flags %j and the answer %j is compared by %j', async (flags, answer, checker) => {
    const files = {
      ...LEGACY,
      'data/secret/a/1.ans': answer,
      'data/testdata.yaml': `output_validator_flags: ${flags}\n`,
    };
    const { problems } = await read(folder(files));
    expect(problems[0]!.checker).toContain(checker);
  });

  it.each([
    ['each test says the same', ['data/sample/1', 'data/secret/a/1', 'data/secret/b/2']],
    [
      'groups and a test say the same',
      ['data/sample/test_group', 'data/secret/a/test_group', 'data/secret/b/2'],
    ],
    ['an outer group says it', ['data/test_group']],
  ])('is read by its flags where %s', async (_, places) => {
    const settings = 'args: []\noutput_validator_args: [float_tolerance, 1e-4]\nhint: Try it.\n';
    const { problems } = await read(
      folder({ ...LEGACY, ...Object.fromEntries(places.map((place) => [`${place}.yaml`, settings])) }),
    );
    expect(problems[0]?.checker).toContain('distance <= 0.0001');
  });

  it.each([
    ['problem.yaml', { 'problem.yaml': 'name: [' }, 'is not YAML'],
    [
      'problem.yaml',
      { 'problem.yaml': `a: &a [x]\n${Array.from({ length: 40 }, () => '- *a').join('\n')}` },
      'is not YAML',
    ],
    ['problem.yaml: type', { 'problem.yaml': 'type: scoring' }, 'gives points for parts'],
    ['problem.yaml: type', { 'problem.yaml': 'type: [interactive]' }, 'is interactive'],
    ['problem.yaml: validation', { 'problem.yaml': 'validation: custom interactive' }, 'is interactive'],
    ['output_validator', { 'problem.yaml': 'validation: custom' }, 'has a validator of its own'],
    ['output_validator', { 'output_validator/check.py': '' }, 'has a validator of its own'],
    ['validator flags', { 'problem.yaml': 'validator_flags: odd' }, '"odd" is none'],
    [
      'data',
      {
        'data/secret/a/testdata.yaml': 'output_validator_flags: case_sensitive',
        'data/secret/b/testdata.yaml': 'output_validator_flags: float_tolerance 1',
      },
      'in another way',
    ],
    [
      'data',
      { 'data/secret/a/testdata.yaml': 'output_validator_flags: float_tolerance 1' },
      'in another way',
    ],
    ['data', { 'data/secret/a/1.yaml': 'output_validator_args: [float_tolerance, 1e-4]' }, 'in another way'],
    [
      'data',
      {
        'data/test_group.yaml': 'output_validator_args: float_tolerance 1',
        'data/secret/b/test_group.yaml': 'output_validator_args: []',
      },
      'in another way',
    ],
    [
      'data',
      {
        'problem.yaml': 'validator_flags: float_tolerance 1',
        'data/testdata.yaml': 'output_validator_flags: case_sensitive',
      },
      'in another way',
    ],
    ['data/secret/a/1.yaml: args', { 'data/secret/a/1.yaml': 'args: [x]' }, 'gives programs arguments'],
    [
      'data/secret/test_group.yaml: args',
      { 'data/secret/test_group.yaml': 'args: -n 3' },
      'gives programs arguments',
    ],
    ['data/secret/a/1.yaml: files', { 'data/secret/a/1.yaml': 'files: {a: b}' }, 'gives programs arguments'],
    ['static_validator', { 'static_validator/check.py': '' }, 'judges the text of programs'],
    ['include', { 'include/python3/lib.py': '' }, 'adds files of its own'],
    ['data/secret/a/1.args', { 'data/secret/a/1.args': 'x' }, 'gives programs arguments'],
    ['data/secret/c.in', { 'data/secret/c.in': 'x' }, 'its .ans is missing'],
  ])('is dropped for its %s: %j', async (field, change, message) => {
    const { problems, told } = await read(folder({ ...LEGACY, ...change }));
    expect([problems, told[0]?.field, told[0]?.reason]).toEqual([
      [],
      field,
      expect.stringContaining(message),
    ]);
  });

  it('without a statement that can be read, or without a test, is dropped; the others of the contest stay', async () => {
    const without = (pattern: RegExp): Files =>
      Object.fromEntries(Object.entries(LEGACY).filter(([path]) => !pattern.test(path)));
    const [one, two, three] = [
      folder(without(/\.tex$/), 'one'),
      folder(without(/^data/), 'two'),
      folder(LEGACY),
    ];
    const files = [one, two, three].flatMap((given) => (given.kind === 'folder' ? given.files : []));
    const { problems, told } = await read({ kind: 'folder', name: 'contest', files });
    expect(problems.map(({ id }) => id)).toEqual(['sums']);
    expect(told.filter(({ outcome }) => outcome === 'dropped').map(({ field }) => field)).toEqual([
      'statement',
      'data',
    ]);
  });
});
