/**
 * Reads EvalPlus's tests, which are Python source: `inputs = […]`, `results = […]`, and a loop that compares each
 * call with its result by `assertion(out, exp, atol)` (evalplus/evalplus 26d6d00 `tools/mbpp/to_original_fmt.py`,
 * `tools/humaneval/to_original_fmt.py`). Most rows compare by a common rule, which the comparer `evalplus`
 * implements. Other rows have a different rule (as sets, by `is not None`, with a different tolerance, against a
 * reference). These keep their check and run in assert mode.
 */
import type { ProblemRow } from '../reading/problem-row.ts';
import { namedLists } from '../reading/asserted-calls.ts';

export interface EvalPlusTests extends Pick<ProblemRow, 'mode' | 'functionName' | 'tests' | 'checker'> {
  readonly mode: 'call';
}

/** Matches the common body of `assertion`: `np.allclose` if the result contains only floats, else `==`. */
const COMMON_RULE = new RegExp(
  [
    String.raw`^(?:exact_match = out == exp\n)?if atol == 0 and is_floats\(exp\):\natol = 1e-0?6`,
    String.raw`if (?:not exact_match|out != exp) and atol != 0:\nassert np\.allclose\(out, exp, rtol=1e-0?7, atol=atol\)`,
    String.raw`else:\nassert (?:exact_match|out == exp)(?:, .*)?$`,
  ].join(String.raw`\n`),
);
const LOOP_CODE =
  /\bzip\(inputs, results\)\):\s+assertion\(([A-Za-z_]\w*)\(\*inp\), exp, (?:0(?:\.0)?|1e-0?6)\)\s*$/;

/**
 * Converts a check to tests of calls. Returns null if it has a different rule, or a value that JSON cannot
 * represent.
 */
export function evalPlusTests(test: string, entry: string): EvalPlusTests | null {
  if (!LOOP_CODE.test(test)) return null;
  const rule = assertionBody(test);
  if (rule !== null && !COMMON_RULE.test(rule)) return null;
  const tests = namedLists(test);
  return tests === null ? null : { mode: 'call', functionName: entry, tests, checker: 'evalplus' };
}

/**
 * EvalPlus's limits for all inputs of a task together (`EVALPLUS_TIMEOUT_PER_TASK`, `EVALPLUS_MAX_MEMORY_BYTES`).
 * A check also runs all inputs together.
 */
export const CHECK_LIMITS = { timeLimitSeconds: 60, memoryLimitMb: 4096 } as const;

/** Returns the name of the function that the loop calls; null if there is no loop, or if it calls `candidate`. */
export function evalPlusEntry(test: string): string | null {
  const name = /^[ \t]*assertion\(([A-Za-z_]\w*)\(\*inp\),/m.exec(test)?.[1] ?? 'candidate';
  return name === 'candidate' ? null : name;
}

/** Returns the statements of `assertion` without indentation, blank lines and comments; null if it is not defined. */
function assertionBody(test: string): string | null {
  const body = /^def assertion\(out, exp, atol\):[^\n]*\n((?:[ \t]+[^\n]*\n|\n)*)/m.exec(test)?.[1];
  const lines = body?.split('\n').map((line) => line.trim());
  return lines?.filter((line) => line !== '' && !line.startsWith('#')).join('\n') ?? null;
}

/**
 * Changes a check so that it runs in assert mode: corrects wrong rules, and avoids a download of numpy.
 * @param reportRepair called with each change to the rules of the check
 */
export function evalPlusCheck(test: string, reportRepair: (reason: string) => void): string {
  const withAssertion = test.replace(
    /^(def assertion\([^\n]*\n)((?:[ \t]+[^\n]*\n|[ \t]*\n(?=\s*[ \t]))*)/m,
    (definition, head: string, body: string) => {
      if (!/^[ \t]*exact_match\s*=/m.test(body) || /^[ \t]*(?:assert|raise)\b/m.test(body)) return definition;
      reportRepair('compares and asserts nothing, so that any result passes: the assertion is added');
      return `${head}${body}    assert exact_match\n`;
    },
  );
  const withSwappedRoot = withAssertion.replace(SWAPPED_ROOT, (_, limit: string) => {
    reportRepair(
      'gives the polynomial and its root in the wrong order, so that no program can pass: they are swapped',
    );
    return `assert abs(_poly(*inp, candidate(*inp))) <= ${limit}`;
  });
  return withoutNumpy(withSwappedRoot);
}

/** HumanEval/32, `find_zero`, whose rule in `evalplus/eval/__init__.py` is `abs(_poly(*inp, out)) <= atol`. */
const SWAPPED_ROOT = /assert _poly\(\*candidate\(\*inp\), inp\) <= (\S+)/;

/** The members of numpy that EvalPlus's checks use. */
const NUMPY_USED = new Set(['allclose', 'ndarray', 'float32', 'float64']);

/**
 * Replaces numpy with a stand-in if the check uses only the members in `NUMPY_USED`. numpy is a download of 3 MB,
 * which may be missing on an offline device.
 */
function withoutNumpy(test: string): string {
  const usedMembers = [...test.matchAll(/(?<![\w.'"])np\.(\w+)/g)].map(([, name]) => name!);
  if (!usedMembers.every((name) => NUMPY_USED.has(name)) || /\bnumpy\b/.test(test.replace(NUMPY_IMPORT, '')))
    return test;
  return test.replace(NUMPY_IMPORT, usedMembers.length === 0 ? '' : NUMPY_CODE);
}

const NUMPY_IMPORT = /^import numpy as np[ \t]*$/m;

/** Behaves like numpy, except that both operands must have the same shape. */
const NUMPY_CODE = `class np:
    class ndarray:
        pass

    float32 = float64 = float

    @staticmethod
    def allclose(a, b, rtol=1e-05, atol=1e-08):
        if isinstance(b, (list, tuple)):
            return (
                (isinstance(a, (list, tuple)) or hasattr(a, "shape"))
                and len(a) == len(b)
                and all(np.allclose(x, y, rtol, atol) for x, y in zip(a, b))
            )
        return bool(a == b or b - b == 0 and abs(a - b) <= atol + rtol * abs(b))
`;
