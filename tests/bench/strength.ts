/**
 * The part of mutants: how many of their executions one worker ends in a second, beside a native process for each. The
 * part of counterexamples: for how many wrong programs a short one is found, and whether native Python agrees.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { Problem } from '../../src/domain/problem.ts';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { BENCHMARK_DIST, setup as buildBenchmarkPage } from '../bench-page/build.ts';
import { extractStandard } from '../../src/judge/extract/standard.ts';
import type {} from '../bench-page/port.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { readSet } from '../builders/read-set.ts';
import { sourceFile } from '../builders/source-file.ts';
import { type Figures, interpreter, NO_PYTHON, pythonVersion, rounded } from './figures.ts';

const SOURCES = fileURLToPath(new URL('../../src/datasets/allpass/', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../public/problems/', import.meta.url));
const SLUGS = ['bell-gates', 'lowest-barrel', 'one-repair-stand', 'snow-posts', 'twin-rows'];
/** Longer inputs measure the program, not the execution. */
const MOST_CHARACTERS = 400;
const TESTS = 8;
/** Native executions of each problem. */
const NATIVE = 30;

async function openBenchmark(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
  await buildBenchmarkPage();
  const server = await serveFolder(BENCHMARK_DIST);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.address}#/benchmark`);
  await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
  return { page, close: () => server.close() };
}

/** Takes about a minute. */
export async function mutantFigures(browser: Browser): Promise<Figures> {
  const { page, close } = await openBenchmark(browser);
  let executions = 0;
  let milliseconds = 0;
  let native = 0;
  let nativeMilliseconds = 0;
  const python = pythonVersion();
  for (const slug of SLUGS) {
    const problem = JSON.parse(readFileSync(join(SHIPPED, `${slug}.json`), 'utf8')) as Problem;
    const tests = problem.tests.filter(({ input }) => input.length <= MOST_CHARACTERS).slice(0, TESTS);
    const code = readFileSync(join(SOURCES, slug, 'right.py'), 'utf8');
    const run = await page.evaluate(
      (given) => globalThis.allpassBenchmark!.mutants(given.problem, given.code),
      {
        problem: { ...problem, tests, testCount: tests.length },
        code,
      },
    );
    executions += run.executions;
    milliseconds += run.milliseconds;
    if (python === null) continue;
    inTemporaryFolder((folder) => {
      const file = join(folder, 'solution.py');
      for (let at = 0; at < Math.min(NATIVE, run.programs.length); at++) {
        writeFileSync(file, run.programs[at]!);
        const { input } = tests[at % tests.length]!;
        const begun = performance.now();
        try {
          execFileSync(interpreter(), ['-I', file], { input, stdio: ['pipe', 'ignore', 'ignore'] });
        } catch {
          // Many mutants end by an exception.
        }
        nativeMilliseconds += performance.now() - begun;
        native += 1;
      }
    });
  }
  await close();
  const perSecond = (1000 * executions) / milliseconds;
  const nativePerSecond = (1000 * native) / nativeMilliseconds;
  return {
    mutant_executions: executions,
    mutant_executions_per_s: rounded(perSecond, 0),
    native_executions_per_s: python === null ? NO_PYTHON : rounded(nativePerSecond, 1),
    mutant_executions_ratio: python === null ? NO_PYTHON : rounded(perSecond / nativePerSecond, 1),
  };
}

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));
/** A counterexample of this length is read at a glance. */
const SHORT = 40;
const ENGINE_MILLISECONDS = 1000;
/** Counterexamples whose outputs are compared with those of native Python. */
const COMPARED = 20;
const NATIVE_MILLISECONDS = 20_000;

interface WrongProgram {
  readonly problem: Problem;
  readonly id: string;
  readonly code: string;
  readonly accepted: string;
}

/** Takes some minutes for all programs. Writes a line for each program without a short counterexample. */
export async function counterexampleFigures(browser: Browser, most: number): Promise<Figures> {
  const all = [...shippedWrong(), ...(existsSync(FIXTURES) ? await fixturesWrong() : [])];
  // Evenly over all problems.
  const step = Math.max(1, all.length / most);
  const programs = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const { page, close } = await openBenchmark(browser);
  const misses = new Map<string, number>();
  const found: { readonly program: WrongProgram; readonly input: string; readonly outputs: Outputs }[] = [];
  let different = 0;
  for (const program of programs) {
    const { problem, id, code, accepted } = program;
    const { counterexample, engineMilliseconds } = await page.evaluate(
      (given) => globalThis.allpassBenchmark!.counterexample(given.problem, given.code, given.accepted),
      { problem, code, accepted },
    );
    const isDifferent = counterexample.type === 'different';
    different += isDifferent ? 1 : 0;
    const length = isDifferent ? counterexample.test.input.length : 0;
    const miss = !isDifferent
      ? counterexample.reason.replace(/\d[\d,]*/g, 'N')
      : length > SHORT
        ? 'longer'
        : engineMilliseconds > ENGINE_MILLISECONDS
          ? 'later'
          : null;
    if (miss !== null) {
      misses.set(miss, (misses.get(miss) ?? 0) + 1);
      console.error(`${id}: ${miss}, ${length} characters, ${rounded(engineMilliseconds, 0)} ms`);
    }
    if (!isDifferent) continue;
    const { test, result } = counterexample;
    // A time-out has no output, and Python's versions differ in errors of syntax.
    if (result.verdict !== 'wrong-answer' && result.verdict !== 'runtime-error') continue;
    const own = result.error === null ? (result.got ?? '') : result.error.name;
    found.push({ program, input: test.input, outputs: { accepted: test.output, own } });
  }
  await close();
  const good = programs.length - [...misses.values()].reduce((sum, count) => sum + count, 0);
  const compared = found.filter((_, at) => at % Math.max(1, Math.floor(found.length / COMPARED)) === 0);
  const native = compared.slice(0, COMPARED).map(({ program, input, outputs }) => {
    const { problem, code, accepted } = program;
    const isSame =
      nativeOutput(problem, accepted, input, true) === outputs.accepted.trim() &&
      nativeOutput(problem, code, input, false) === outputs.own.trim();
    if (!isSame) console.error(`${program.id}: native Python differs on ${input}`);
    return isSame;
  });
  return {
    wrong_programs: programs.length,
    counterexamples: different,
    counterexamples_short_share: rounded(good / programs.length, 3),
    counterexample_misses: Object.fromEntries(misses),
    counterexamples_as_native:
      pythonVersion() === null
        ? NO_PYTHON
        : `${native.filter((isSame) => isSame).length} of ${native.length}`,
  };
}

/** The output of the accepted program, and the output or the name of the error of the other one. */
interface Outputs {
  readonly accepted: string;
  readonly own: string;
}

/** The recorded answers of the problems that ship with the page. */
function shippedWrong(): WrongProgram[] {
  const index = JSON.parse(readFileSync(join(SHIPPED, 'index.json'), 'utf8')) as readonly {
    readonly id: string;
  }[];
  return index.flatMap(({ id }) => {
    const file = join(SHIPPED, id.replace('allpass/', ''));
    const problem = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Problem;
    const answers = JSON.parse(readFileSync(`${file}.answers.json`, 'utf8')) as readonly {
      readonly kind: string;
      readonly raw: string;
    }[];
    const codes = (kinds: readonly string[]) =>
      answers
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap(({ kind, raw }) => {
          const extraction = extractStandard(raw);
          return extraction.found ? [{ kind, code: extraction.code }] : [];
        });
    const [accepted] = codes(['right']);
    // The verdict on the other kinds depends on how the program is taken out of them.
    if (accepted === undefined) return [];
    return codes(['wrong', 'crash', 'slow']).map(({ kind, code }) => ({
      ...{ problem, id: `${id} ${kind}`, code },
      accepted: accepted.code,
    }));
  });
}

/** The shared programs that native Python rejects, where it accepts another one. */
async function fixturesWrong(): Promise<WrongProgram[]> {
  const text = readFileSync(`${FIXTURES}problems.jsonl`, 'utf8');
  const { problems } = await readSet([{ kind: 'file', file: sourceFile('problems.jsonl', text) }]);
  const solutions = readFileSync(`${FIXTURES}solutions.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Solution)
    // Packages are not at hand, and a verdict that hangs on the machine proves nothing.
    .filter(({ requires, timing_sensitive }) => requires === undefined && timing_sensitive !== true);
  return solutions.flatMap(({ id, problem_id, code, native_reward }) => {
    const problem = problems.find((each) => each.id === problem_id);
    const accepted = solutions.find((other) => other.problem_id === problem_id && other.native_reward === 1);
    const isWrong = native_reward === 0 && problem !== undefined && problem.mode !== 'assert';
    return isWrong && accepted !== undefined ? [{ problem, id, code, accepted: accepted.code }] : [];
  });
}

interface Solution {
  readonly id: string;
  readonly problem_id: string;
  readonly code: string;
  readonly native_reward: 0 | 1;
  readonly requires?: unknown;
  readonly timing_sensitive?: boolean;
}

/** Calls the function as the judge does: the file is loaded as a module, with nothing on standard input. */
const CALL = `import io, json, sys, types
_, file, name, arguments, as_json = sys.argv
sys.stdin = io.StringIO('')
module = sys.modules['solution'] = types.ModuleType('solution')
shown, sys.stdout = sys.stdout, io.StringIO()
exec(compile(open(file).read(), 'solution.py', 'exec'), module.__dict__)
owner = getattr(module, 'Solution', None)
function = getattr(owner(), name) if hasattr(owner, name) else getattr(module, name)
value = function(*json.loads(arguments))
if as_json:
    value = json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
else:
    value = repr(value)
print(value, file=shown)
`;

/** Returns what one process of native Python prints or returns; for an exception, the name of its class. */
function nativeOutput(problem: Problem, code: string, input: string, asJson: boolean): string {
  return inTemporaryFolder((folder) => {
    const [file, call] = [join(folder, 'solution.py'), join(folder, 'call.py')];
    writeFileSync(file, `${problem.preamble}\n${code}`);
    writeFileSync(call, CALL);
    const args =
      problem.mode === 'call' ? [call, file, problem.functionName ?? '', input, asJson ? '1' : ''] : [file];
    const { status, stdout, stderr } = spawnSync(interpreter(), ['-I', ...args], {
      input: problem.mode === 'call' ? '' : input,
      encoding: 'utf8',
      timeout: NATIVE_MILLISECONDS,
    });
    return (status === 0 ? stdout : (stderr.trim().split('\n').at(-1) ?? '').split(':')[0]!).trim();
  });
}

/** Accepted programs by which tests are added, as in a certificate. The others show whether an added test is wrong. */
const ACCEPTED = 10;

interface JudgedProgram {
  readonly id: string;
  readonly code: string;
  /** Whether native Python passes it on the tests of HumanEval, and on those of HumanEval+; null if it is too slow. */
  readonly base: boolean | null;
  readonly plus: boolean | null;
}

/**
 * Adds at most 20 tests to each problem of HumanEval, and counts the programs that HumanEval accepts and HumanEval+
 * rejects. The two halves are the problems with even and with odd numbers. Writes a line for each program whose
 * verdict differs from that of HumanEval+.
 * @param file output of humaneval_faults.py; null makes it of the shared fixtures
 */
export async function evalPlusFigures(browser: Browser, file: string | null): Promise<Figures> {
  if (file === null && !existsSync(FIXTURES))
    return { evalplus: { notMeasured: 'there are no shared problems' } };
  if (file === null && pythonVersion() === null) return { evalplus: NO_PYTHON };
  const script = fileURLToPath(new URL('humaneval_faults.py', import.meta.url));
  const text =
    file === null
      ? execFileSync(interpreter(), [script, FIXTURES], { encoding: 'utf8', maxBuffer: 1 << 28 })
      : readFileSync(file, 'utf8');
  const { page, close } = await openBenchmark(browser);
  const halves = [0, 1].map(() => ({
    problems: 0,
    tests: 0,
    wrong: 0,
    rejected: 0,
    right: 0,
    rightRejected: 0,
  }));
  for (const line of text.trim().split('\n')) {
    const { programs } = JSON.parse(line) as { readonly programs: readonly JudgedProgram[] };
    // The text of the problem, in which 1.0 stays a float.
    const problem = line.slice('{"problem": '.length, line.indexOf(', "plus_tests": '));
    const { problems } = await readSet([{ kind: 'file', file: sourceFile('problems.jsonl', problem) }]);
    const right = programs.filter(({ plus }) => plus === true);
    const wrong = programs.filter(({ base, plus }) => base === true && plus === false);
    // Spread evenly, because programs of one source stand together and are alike.
    const step = Math.max(1, right.length / ACCEPTED);
    const accepted = right.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
    const others = [...wrong, ...right.filter((program) => !accepted.includes(program))];
    if (problems.length === 0 || accepted.length < 2 || others.length === 0) continue;
    const { added, reason, failed } = await page.evaluate(
      (given) => globalThis.allpassBenchmark!.harden(given.problem, given.accepted, given.programs),
      {
        problem: problems[0]!,
        accepted: accepted.map(({ code }) => code),
        programs: others.map(({ code }) => code),
      },
    );
    const { id, tests } = problems[0]!;
    const half = halves[Number(/\d+$/.exec(id)?.[0] ?? 0) % 2]!;
    half.problems += 1;
    half.tests += added.length;
    half.wrong += wrong.length;
    half.right += others.length - wrong.length;
    for (const [at, program] of others.entries()) {
      const test = failed[at] ?? null;
      const isWrong = at < wrong.length;
      if (test !== null) half[isWrong ? 'rejected' : 'rightRejected'] += 1;
      if (isWrong === (test !== null)) continue;
      const input = test === null ? undefined : added[test - tests.length]?.input;
      console.error(
        `${program.id}: ${test === null ? 'accepted' : `rejected by ${input ?? `test ${test + 1}`}`}`,
      );
    }
    console.error(`${id}: ${reason ?? `${added.length} tests`}, ${JSON.stringify(half)}`);
  }
  await close();
  const figures: Record<string, unknown> = {};
  for (const [at, { problems, tests, wrong, rejected, right, rightRejected }] of halves.entries()) {
    const name = `evalplus_${at === 0 ? 'even' : 'odd'}`;
    figures[`${name}_problems`] = problems;
    figures[`${name}_added_tests`] = tests;
    figures[`${name}_wrong_rejected`] = `${rejected} of ${wrong}`;
    figures[`${name}_wrong_rejected_share`] = rounded(rejected / Math.max(1, wrong), 3);
    figures[`${name}_right_rejected`] = `${rightRejected} of ${right}`;
  }
  return figures;
}
