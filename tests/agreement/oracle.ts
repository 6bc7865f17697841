/**
 * The profiles `rllm` and `lcb`, and a script judged by its exit status, against a native model of those graders.
 * `every`: 1 for all cases, n for each n-th of those that end by themselves.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { grade, readLinesOf } from '../node/command-line.ts';

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

function functionOf({ fn_name: name, tests }: Case): string | null {
  if ('inputs' in tests) return name ?? tests.fn_name ?? null;
  return name ?? (tests as readonly RawTest[])[0]?.metadata?.func_name ?? null;
}

/** A line of a problem file, written by hand: JSON numbers of any size must stay as they are. */
function problemOf(row: Case): string | null {
  const table = 'inputs' in row.tests ? row.tests : null;
  const list = table === null ? (row.tests as readonly RawTest[]) : [];
  const name = functionOf(row);
  const tests =
    table === null
      ? list.map(({ input, output }) =>
          name === null
            ? JSON.stringify({ input, output })
            : `{"input":[${input.split('\n').join(',')}],"output":${output}}`,
        )
      : table.inputs.map((input, index) => {
          const output = table.outputs[index] ?? table.outputs[0];
          return JSON.stringify({ input, output: Array.isArray(output) ? (output[0] as unknown) : output });
        });
  const unstatable = tests.length === 0 || tests.some((test) => !isJson(test)) || row.id === 'fn-empty-input';
  const head = JSON.stringify({
    id: row.id,
    prompt: row.id,
    mode: name === null ? 'stdin' : 'call',
    fn_name: name,
    // What never ends needs no longer to show it; every time-out runs twice.
    time_limit_s: row.expect === 'TLE' || row.id === 'tle-fn-import' ? 0.4 : row.timeout,
  });
  return unstatable ? null : `${head.slice(0, -1)},"tests":[${tests.join(',')}]}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The model runs scripts as scripts, but calls functions as rLLM does. */
function comparable(row: Case, expectation: string): boolean {
  if (row.checker !== undefined || row.max_tests !== undefined) return false;
  const name = functionOf(row);
  return expectation !== 'expect_script' || name === null;
}

export function expectOracleAgreement(every: number): void {
  const all = present ? readLinesOf<Case>(CASES) : [];
  // A time-out takes its time twice, in each of the profiles.
  const rows =
    every === 1 ? all : all.filter(({ expect: wanted }, index) => wanted !== 'TLE' && index % every === 0);
  const stated = rows.flatMap((row) => {
    const problem = problemOf(row);
    return problem === null ? [] : [{ row, problem }];
  });

  it.skipIf(!present)('leaves out only what no problem file can state', () => {
    const left = rows.filter((row) => !stated.some((other) => other.row === row)).map(({ id }) => id);
    expect(left.filter((id) => !Object.hasOwn(UNSTATABLE, id))).toEqual([]);
  });

  it.skipIf(!present).for(PROFILES)('%s', ([profile, expectation]) => {
    const plain = stated.filter(({ row }) => comparable(row, expectation));
    const verdicts = judge(plain, profile);
    const different = plain.flatMap(({ row }, index) => {
      const wanted = row[expectation] ?? row.expect;
      const word = LIKE_RE.includes(wanted) ? 'RE' : wanted;
      const got = WORD[verdicts[index]!.verdict] ?? verdicts[index]!.verdict;
      if (got === word) return [];
      return [{ id: row.id, wanted, got, error: verdicts[index]!.error }];
    });
    expect(different).toEqual([]);
  });

  it.skipIf(!present)('selects and compares as the rows ask', () => {
    for (const entry of stated) {
      const { checker, max_tests, expect: wanted, id } = entry.row;
      if (checker === undefined && max_tests === undefined) continue;
      const choice = checker === undefined ? `tests=longest-${max_tests}` : `compare=${checker}`;
      const [verdict] = judge([entry], `custom:${choice}`);
      expect(WORD[verdict!.verdict], id).toBe(wanted);
    }
  });
}

function judge(entries: readonly { readonly row: Case; readonly problem: string }[], profile: string) {
  const problems = entries.map(({ problem }) => problem).join('\n');
  const samples = entries.map(({ row: { id, code, response } }) =>
    JSON.stringify({ problem_id: id, id, ...(code === undefined ? { response } : { code }) }),
  );
  return grade(problems, samples.join('\n'), '--profile', profile);
}
