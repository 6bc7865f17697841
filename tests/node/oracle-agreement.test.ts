/** The profiles `rllm` and `lcb`, and a script judged by its exit status, against a native model of those graders. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { grade, readLinesOf } from './command-line.ts';

const CASES = fileURLToPath(new URL('../../../shared/oracle/cases.jsonl', import.meta.url));
const present = existsSync(CASES);
if (!present) console.warn('Skipped: the shared oracle is not beside this checkout.');

type Status = 'AC' | 'WA' | 'TLE' | 'RE' | 'CE' | 'DIED' | 'NONE';

interface Case {
  readonly id: string;
  readonly code?: string;
  readonly response?: string;
  readonly fn_name?: string;
  readonly timeout: number;
  readonly tests: readonly RawTest[] | RawTable;
  readonly max_tests?: number;
  readonly checker?: string;
  readonly expect: Status;
  readonly expect_rllm?: Status;
  readonly expect_lcb?: Status;
  readonly expect_script?: Status;
}

interface RawTest {
  readonly input: string;
  readonly output: string;
  readonly metadata?: { readonly func_name: string };
}

interface RawTable {
  readonly fn_name?: string;
  readonly inputs: readonly unknown[];
  readonly outputs: readonly unknown[];
}

/** Profiles here, and what the model calls them. The model always extracts as rLLM does. */
const PROFILES = [
  ['custom:extract=rllm,run=rllm', 'expect_rllm'],
  ['custom:extract=rllm,run=lcb', 'expect_lcb'],
  ['custom:extract=rllm,run=exit-status', 'expect_script'],
] as const;

/** What our verdicts are in the model's words; how a program failed to start is not told apart. */
const WORD: Readonly<Record<string, string>> = {
  accepted: 'AC',
  'wrong-answer': 'WA',
  'time-limit-exceeded': 'TLE',
  'runtime-error': 'RE',
  'syntax-error': 'RE',
  'no-code': 'NONE',
};
const LIKE_RE: readonly Status[] = ['CE', 'DIED'];

/** Rows that no problem file can state: what is wrong in them is the shape of their tests. */
const UNSTATABLE: Readonly<Record<string, string>> = {
  'fn-trailing-newline': 'the arguments are not JSON: refused when the file is read',
  'fn-empty-input': 'likewise',
  'no-tests': 'a problem without tests is refused when the file is read',
};

/** Rows whose verdict differs here, with the cause. */
const EXCEPTIONS: Readonly<Record<string, readonly (typeof PROFILES)[number][1][]>> = {};

function problemOf(row: Case): object | null {
  const table = 'inputs' in row.tests ? row.tests : null;
  const list = table === null ? (row.tests as readonly RawTest[]) : [];
  const name = row.fn_name ?? table?.fn_name ?? list[0]?.metadata?.func_name ?? null;
  const tests =
    table === null
      ? list.map(({ input, output }) =>
          name === null
            ? { input, output }
            : { input: input.split('\n').map(parsed), output: parsed(output) },
        )
      : table.inputs.map((input, index) => {
          const output = table.outputs[index] ?? table.outputs[0];
          return { input, output: Array.isArray(output) ? (output[0] as unknown) : output };
        });
  if (JSON.stringify(tests).includes('"unparsable"') || tests.length === 0) return null;
  const { id, timeout: time_limit_s } = row;
  return { id, prompt: id, mode: name === null ? 'stdin' : 'call', fn_name: name, tests, time_limit_s };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'unparsable';
  }
}

describe.skipIf(!present)('agreement with the model of the public graders (shared cases)', () => {
  const rows = present ? readLinesOf<Case>(CASES) : [];
  const stated = rows.flatMap((row) => {
    const problem = problemOf(row);
    return problem === null ? [] : [{ row, problem }];
  });

  it('leaves out only what no problem file can state', () => {
    const left = rows.filter((row) => !stated.some((other) => other.row === row)).map(({ id }) => id);
    expect(left.filter((id) => !Object.hasOwn(UNSTATABLE, id))).toEqual([]);
  });

  it.for(PROFILES)('%s', { timeout: 300_000 }, ([profile, expectation]) => {
    const special = ({ checker, max_tests }: Case) => checker !== undefined || max_tests !== undefined;
    const plain = stated.filter(({ row }) => !special(row));
    const verdicts = judge(plain, profile);
    const different = plain.flatMap(({ row }, index) => {
      const wanted = row[expectation] ?? row.expect;
      const word = LIKE_RE.includes(wanted) ? 'RE' : wanted;
      const got = WORD[verdicts[index]!.verdict] ?? verdicts[index]!.verdict;
      if (got === word || EXCEPTIONS[row.id]?.includes(expectation)) return [];
      return [{ id: row.id, wanted, got, error: verdicts[index]!.error }];
    });
    expect(different).toEqual([]);
  });

  it('selects and compares as the rows ask', { timeout: 60_000 }, () => {
    for (const entry of stated) {
      const { checker, max_tests, expect: wanted, id } = entry.row;
      if (checker === undefined && max_tests === undefined) continue;
      const choice = checker === undefined ? `tests=longest-${max_tests}` : `compare=${checker}`;
      const [verdict] = judge([entry], `custom:${choice}`);
      expect(WORD[verdict!.verdict], id).toBe(wanted);
    }
  });
});

function judge(entries: readonly { readonly row: Case; readonly problem: object }[], profile: string) {
  const problems = entries.map(({ problem }) => JSON.stringify(problem)).join('\n');
  const samples = entries.map(({ row: { id, code, response } }) =>
    JSON.stringify({ problem_id: id, id, ...(code === undefined ? { response } : { code }) }),
  );
  return grade(problems, samples.join('\n'), '--profile', profile);
}
