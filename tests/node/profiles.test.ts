/** Profiles, checkers and the X-ray through the command line and the built page. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { withFiles } from '../builders/files.ts';
import { allpass, grade, readLinesOf, type VerdictRow } from './command-line.ts';

const sum = {
  id: 'sum',
  prompt: 'Add.',
  mode: 'stdin',
  tests: Array.from({ length: 20 }, (_, n) => ({ input: `${n} ${n}\n`, output: `${2 * n}\n` })),
};
const RIGHT = 'print(sum(map(int, input().split())))';
const ALMOST = 'a, b = map(int, input().split())\nprint(a + b if a < 19 else 0)';

function sampled(code: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(code).map(([id, text]) => ({ problem_id: 'sum', id, code: text }));
}

describe('grade --profile', () => {
  // The command line starts a browser: once for each profile.
  it('pays as the profile says, and takes the block that it takes', () => {
    const answers = {
      trailing: `\`\`\`python\n${RIGHT}\n\`\`\`\nIt prints:\n\`\`\`text\n3\n\`\`\`\n`,
      none: 'I do not know.',
    };
    const answered = Object.entries(answers).map(([id, response]) => ({ problem_id: 'sum', id, response }));
    const samples = [...sampled({ right: RIGHT, almost: ALMOST }), ...answered];
    const rows = (profile: string) => grade([sum], samples, '--profile', profile);
    const rewards = (profile: string) => rows(profile).map((row) => row.reward);
    expect(rewards('rllm')).toEqual([1, 0, 0, 0]);
    expect(rewards('tinker').slice(2)).toEqual([0, -0.1]);
    const [, almost] = rows('custom:score=share,tests=first-19');
    expect(almost).toMatchObject({
      profile: 'custom:tests=first-19,score=share',
      reward: 1,
      tests_total: 20,
    });
  });

  it('refuses a name that is none, and lists those there are', () => {
    const end = allpass(['grade', '--problems', 'p', '--samples', 's', '--profile', 'custom:extract=x']);
    expect(end).toMatchObject({ code: 2 });
    expect(end.stderr).toContain('standard, deepcoder-paper, rllm');
  });
});

describe("a problem's own checker", () => {
  const ANY_ORDER = `import sys
given, got, wanted = [open(path).read().split() for path in sys.argv[1:]]
if sorted(got) != sorted(wanted):
    print("not a permutation", file=sys.stderr)
    sys.exit(1)`;
  const permuted = {
    ...sum,
    tests: [
      { input: '1', output: '1 2 3' },
      { input: '2', output: '3 4' },
    ],
  };
  const CHECK =
    "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(3) == 9, 'three'\ncheck(f)";
  const problems = [
    { ...permuted, id: 'any-order', checker: ANY_ORDER },
    { ...permuted, id: 'failing', checker: 'raise ValueError("oops")' },
    { ...sum, id: 'float', checker: 'float', tests: [{ input: '', output: '0.5 1' }] },
    {
      ...sum,
      id: 'squared',
      mode: 'assert',
      function: 'f',
      check: CHECK,
      tests: [{ input: '', output: '' }],
    },
  ];
  const SWAPPED = 'print("3 2 1" if input() == "1" else "4 3")';
  const CHEATS = 'import sys\nsys.exit = lambda code: None\nopen("/tmp/answer.txt", "w").write("")\nprint()';
  const samples = [
    { problem_id: 'any-order', id: 'right', code: SWAPPED },
    { problem_id: 'any-order', id: 'wrong', code: 'print(3, 2, 1)' },
    { problem_id: 'any-order', id: 'cheats', code: CHEATS },
    { problem_id: 'failing', id: 'any', code: SWAPPED },
    { problem_id: 'float', id: 'near', code: 'print(0.5000001, 1)' },
    { problem_id: 'float', id: 'far', code: 'print(0.51, 1)' },
    { problem_id: 'squared', id: 'wrong', code: 'f = lambda x: 4' },
    { problem_id: 'squared', id: 'own assertion', code: 'def f(x):\n    assert x == 2\n    return 4' },
  ];
  let rows: readonly VerdictRow[] = [];
  beforeAll(() => {
    rows = grade(problems, samples, '--details');
  });
  const of = (problem: string) => rows.filter((row) => row.problem_id === problem);

  it('decides in an interpreter of its own', () => {
    expect(of('any-order')).toMatchObject([
      { reward: 1, verdict: 'accepted' },
      { reward: 0, verdict: 'wrong-answer', first_failed: 1 },
      {
        ...{ reward: 0, verdict: 'wrong-answer', first_failed: 0 },
        first_failure: { input: '1', expected: '1 2 3', got: '\n' },
      },
    ]);
  });

  it('that fails itself costs the program nothing', () => {
    expect(of('failing')).toMatchObject([
      { reward: null, verdict: 'judge-error', error: expect.stringContaining('ValueError: oops') as string },
    ]);
  });

  it('is a wrong answer where a check’s own assertion fails', () => {
    const first_failure = { input: "assert candidate(3) == 9, 'three'", expected: null, got: null };
    expect(of('squared')).toMatchObject([
      { reward: 0, verdict: 'wrong-answer', error: 'AssertionError: three', first_failure },
      { reward: 0, verdict: 'runtime-error', error: 'AssertionError', first_failure },
    ]);
  });

  it('may be a known rule by name', () => {
    expect(of('float').map(({ reward }) => reward)).toEqual([1, 0]);
  });
});

describe('xray', () => {
  it('names the rule that made the difference', () => {
    interface Row {
      readonly profiles: readonly {
        readonly profile: string;
        readonly reward: number | null;
        readonly choices: readonly string[];
        readonly rule: string | null;
        readonly source: string | null;
        readonly block: { readonly start: number; readonly end: number } | null;
      }[];
    }
    const answer = `\`\`\`python\n${RIGHT}\n\`\`\`\n\`\`\`text\n3\n\`\`\`\n`;
    const samples = [
      { problem_id: 'sum', id: 'trailing block', response: answer },
      {
        problem_id: 'sum',
        id: 'buffer',
        code: `import sys\n${RIGHT.replace('input()', 'sys.stdin.buffer.readline()')}`,
      },
      { problem_id: 'sum', id: 'exit status', code: `${RIGHT}\nraise SystemExit(1)` },
      { problem_id: 'sum', id: 'early', code: ALMOST },
    ];
    const rows = withFiles({ 'p.jsonl': [sum], 's.jsonl': samples }, (folder) => {
      const end = allpass(['xray', '--problems', 'p.jsonl', '--samples', 's.jsonl', '-o', 'x.jsonl'], folder);
      expect(end.code, end.stderr).toBe(0);
      return readLinesOf<Row>(join(folder, 'x.jsonl'));
    });
    const causes = rows.map(({ profiles }) =>
      Object.fromEntries(
        profiles.filter(({ rule }) => rule !== null).map(({ profile, choices }) => [profile, choices.join()]),
      ),
    );
    expect(causes).toEqual([
      {
        ...{ rllm: 'extract', lcb: 'extract', tinker: 'extract', 'nemo-gym': 'extract' },
        ...{ 'open-instruct': 'extract', 'intellect-3': 'extract', 'lm-eval': 'extract' },
      },
      { rllm: 'execute', 'reward-kit': 'execute', 'verl-prime-code': 'execute', 'lm-eval': 'execute' },
      {
        ...{ 'reward-kit': 'execute', 'open-r1': 'execute', 'verl-sandbox-fusion': 'execute' },
        ...{ 'intellect-3': 'execute', 'lm-eval': 'execute' },
      },
      {
        ...{ fractional: 'score', 'open-instruct': 'score', 'verl-prime-code': 'select' },
        ...{ 'verl-sandbox-fusion': 'select', 'intellect-3': 'select' },
      },
    ]);
    const [first] = rows[0]!.profiles.filter(({ profile }) => profile === 'rllm');
    expect(answer.slice(first!.block!.start, first!.block!.end)).toContain('text');
    expect(first!.source).toMatch(/^https:\/\//);
  });
});
