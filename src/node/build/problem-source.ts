/**
 * Reads a problem of the project from its folder. The inputs of tests come from its generator, and the expected outputs
 * from its reference solution. Native Python runs both.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProblems } from '../../datasets/problem-file.ts';
import type { Problem } from '../../domain/problem.ts';

/** Reads inputs() and runs the reference on each input: call mode calls the function, stdin mode runs a script. */
const GENERATE = `
import importlib.util, io, json, runpy, sys
from contextlib import redirect_stdout
sys.dont_write_bytecode = True
sys.setrecursionlimit(100000)
folder, mode, name = sys.argv[1:4]
spec = importlib.util.spec_from_file_location("tests", folder + "/tests.py")
tests = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tests)
rows = []
for given in tests.inputs():
    if mode == "stdin":
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
        printed = io.StringIO()
        with redirect_stdout(printed):
            runpy.run_path(folder + "/right.py", run_name="__main__")
        rows.append({"input": given, "output": printed.getvalue()})
    else:
        space = runpy.run_path(folder + "/right.py")
        holder = space.get("Solution")
        call = getattr(holder(), name) if holder else space[name]
        text = json.dumps(given)
        rows.append({"input": given, "output": call(*json.loads(text))})
sys.stdout.write(json.dumps(rows, separators=(",", ":")))
`;

/** The fields of `problem.json`, which are the fields of problems.jsonl without the statement and the tests. */
export interface ProblemHead {
  readonly id: string;
  readonly title: string;
  readonly difficulty: string;
  readonly mode: string;
  readonly fn_name?: string | null;
  readonly tags: readonly string[];
  readonly public_tests: number;
}

interface SourceProblem {
  readonly head: ProblemHead;
  readonly problem: Problem;
  /** The row of the problem in problems.jsonl. */
  readonly row: string;
}

/** @throws Error that names the folder and the field */
export function problemIn(folder: string): SourceProblem {
  const readText = (name: string) => readFileSync(join(folder, name), 'utf8');
  const head = JSON.parse(readText('problem.json')) as ProblemHead;
  const python = ['-c', GENERATE, folder, head.mode, head.fn_name ?? ''];
  const tests = execFileSync('python3', python, { maxBuffer: 1 << 28, encoding: 'utf8' });
  // The tests are inserted as text, because parsing would change integers above 2**53.
  const fields = { ...head, source: 'allpass', license: 'MIT', prompt: readText('statement.md') };
  const row = `${JSON.stringify(fields).slice(0, -1)},"tests":${tests}}`;
  const { problems, faults } = readProblems(row);
  const [problem] = problems;
  if (problem === undefined) throw new Error(`${folder}: ${faults[0]?.field} ${faults[0]?.fault}`);
  return { head, problem, row };
}
