/**
 * A problem's own checker: Python in the manner of testlib, run with the paths of input, output and answer,
 * leaving with status 0 for a right output, 1 for a wrong one, 2 for one in the wrong form, and any other for a
 * fault of its own. It runs in an interpreter of its own, after the submission and never beside it.
 */
import type { Problem } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import { showValue, type PyValue } from './compare/value-text.ts';
import type { Runner, TestOutcome } from './runner.ts';

/** What a submission gave on one test: printed text (null when no UTF-8), or a value. */
export type Checkable = { readonly text: string | null } | { readonly value: PyValue };

const RIGHT = 0;
const WRONG = [1, 2] as readonly number[];
const LIMITS = { timeSeconds: 10, memoryMb: 512, outputBytes: 1 << 20 };
const MOST_CHARACTERS = 8 << 20;

/** Reads {checker, input, output, answer} from stdin, and prints the checker's status and what it said. */
const HOST = `
import io, json, sys
_task = json.load(sys.stdin)
for _name in ("input", "output", "answer"):
    with open("/tmp/" + _name + ".txt", "w", newline="") as _file:
        _file.write(_task[_name])
sys.argv = ["checker.py", "/tmp/input.txt", "/tmp/output.txt", "/tmp/answer.txt"]
_said = sys.stdout = sys.stderr = io.StringIO()
_status = 0
try:
    exec(compile(_task["checker"], "checker.py", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
except SystemExit as _leave:
    _status = _leave.code if isinstance(_leave.code, int) else 0 if _leave.code is None else 3
    if isinstance(_leave.code, str):
        _said.write(_leave.code)
except BaseException as _error:
    _status = 3
    _said.write(type(_error).__name__ + ": " + str(_error))
sys.__stdout__.write(json.dumps({"status": _status, "said": _said.getvalue()[:2000]}))
`;

/**
 * Checks what a submission gave on its tests, in their order, and reports every result with its final verdict.
 * @param results of the submission; those accepted so far are what there is to check
 * @param printed what it gave, by its place among the accepted results
 */
export async function checked(
  runner: Runner,
  checker: string,
  problem: Problem,
  results: readonly TestResult[],
  printed: ReadonlyMap<number, Checkable>,
  { signal, urgent = true }: { readonly signal: AbortSignal; readonly urgent?: boolean },
  report: (result: TestResult) => void,
): Promise<void> {
  const open = results.filter(({ verdict }) => verdict === 'accepted');
  const inputs = open.map(({ index }, place) => {
    const { input, output } = problem.tests[index]!;
    return JSON.stringify({ checker, input, output: textOf(printed.get(place)), answer: output });
  });
  const outcomes: TestOutcome[] = [];
  if (inputs.length > 0) {
    const program = { source: HOST, preamble: '', mode: 'stdin', functionName: null } as const;
    const session = await runner.open({ ...program, execution: 'standard', check: '' }, LIMITS, {
      signal,
      urgent,
      alone: false,
    });
    if (session.loaded.type === 'loaded') {
      await session.run(inputs, 0, (place, outcome) => (outcomes[place] = outcome));
    }
    session.close();
  }
  let place = 0;
  for (const result of results) {
    report(result.verdict === 'accepted' ? judgedBy(result, outcomes[place++]) : result);
  }
}

function judgedBy(result: TestResult, outcome: TestOutcome | undefined): TestResult {
  const ruling = outcome?.type === 'exited' ? readRuling(outcome.stdout) : null;
  if (ruling?.status === RIGHT) return result;
  if (ruling !== null && WRONG.includes(ruling.status)) {
    const said = ruling.said.trim();
    const reason = said === '' ? 'the checker refused it' : `the checker said: ${said}`;
    return { ...result, verdict: 'wrong-answer', difference: { kind: 'unreadable', reason } };
  }
  const why =
    ruling === null ? 'gave no ruling' : `failed: ${ruling.said.trim() || `status ${ruling.status}`}`;
  const error = { name: '', message: `the problem's checker ${why}`, traceback: '' };
  return { ...result, verdict: 'judge-error', error };
}

function readRuling(stdout: string | null): { status: number; said: string } | null {
  try {
    const ruling = JSON.parse(stdout ?? '') as { status?: unknown; said?: unknown };
    const { status, said } = ruling;
    return typeof status === 'number' && typeof said === 'string' ? { status, said } : null;
  } catch {
    return null;
  }
}

function textOf(given: Checkable | undefined): string {
  if (given === undefined) return '';
  return 'text' in given ? (given.text ?? '') : showValue(given.value, MOST_CHARACTERS);
}
