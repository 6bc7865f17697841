/** Runs programs by the rules of a profile, on the tests of a problem. */
import { nextTask } from '../base/pause.ts';
import { LEAST_MEMORY_MB, type Problem, type TestCase } from '../domain/problem.ts';
import type { Script, ScriptRun } from '../domain/submission.ts';
import { notRun, type TestResult } from '../domain/verdict.ts';
import { withCheckerRulings, type CheckedTest } from './checker.ts';
import { COMPARISONS } from './compare/comparisons.ts';
import { comparerOf, ownChecker } from './problem-comparer.ts';
import type { ProgramRun } from './conclude.ts';
import { callsCountTogether } from './profiles/execution.ts';
import { runTests } from './run-tests.ts';
import type { JudgeTask, OwnRun, OwnTask } from './judge-options.ts';
import { nativeDifferences } from './python/native-differences.ts';
import { NewerUse } from './python/newer-use.ts';
import { argumentsFault, readOwnInput } from './own-input.ts';
import { STANDARD } from './profiles/profiles.ts';
import { firstFailureDecides } from './profiles/scores.ts';
import { selectedTests } from './profiles/selection.ts';
import { timeLimitOf } from './profiles/profile.ts';
import { type Program, type RunLimits, type Runner, scriptOf } from './runner.ts';
import { type CountedEnd, type Ending, endWithoutRun, testVerdict } from './test-verdict.ts';
import { charactersOf, INLINE_CHARACTERS, type OffThreadComparer } from './off-thread-comparer.ts';

/** Loaded together with this module, so they are not part of the first screen. */
export { conclude, withoutProgram } from './conclude.ts';

/** Runs a program on the tests that its task requires. Never rejects: failures are part of the result. */
export async function runProgram(
  runner: Runner,
  code: string,
  task: JudgeTask,
  offThread: OffThreadComparer | null = null,
): Promise<ProgramRun> {
  const { problem, signal, urgent = true } = task;
  const fullPlan = planOf(task);
  const checker = ownChecker(task);
  const preamble = preambleOf(task);
  const newerUse = new NewerUse(code, task.profile.execute.python, `${preamble}\n${problem.check}`);
  const earlierResults = fullPlan.map((index) => {
    const earlierResult = task.goOnFrom?.tests[index];
    // Tests that the judge itself failed on are run again.
    return earlierResult === undefined || earlierResult.verdict === 'judge-error'
      ? notRun(index)
      : earlierResult;
  });
  const results = earlierResults.filter(({ verdict }) => verdict !== 'not-run');
  const openIndices = fullPlan.filter((_, position) => earlierResults[position]!.verdict === 'not-run');
  // Also collects the newer Python features that the earlier tests used.
  const withNewerFlags = (result: TestResult) =>
    newerUse.judgedResult(result, problem.tests[result.index]!.output);
  results.forEach(withNewerFlags);
  const report = (testResult: TestResult) => {
    const result = withNewerFlags(testResult);
    // The result of a stopped test is unknown.
    if (signal.aborted && result.verdict === 'judge-error') return;
    results.push(result);
    task.onTest?.(result);
  };
  const program = programOf(code, task, newerUse.missingNames);
  const differences = nativeDifferences(`${code}\n${preamble}`);
  let timeFactor = 1;
  if (newerUse.refusal !== null) {
    const [index] = openIndices;
    const refusedEnd = endWithoutRun(newerUse.refusal);
    if (index !== undefined) report(testVerdict({ index, test: problem.tests[index]!, ...refusedEnd }, null));
  } else if (checker === null) {
    const comparer = comparerOf(task);
    const reportResult = (result: TestResult): boolean => {
      report(result);
      // The tests that follow decide whether the original grader gives a reward.
      return result.verdict === 'accepted' || result.original === true;
    };
    let characters = 0;
    timeFactor = await runAll(runner, program, openIndices, task, (end) => {
      const ending = { ...end, differences };
      const compareInline = (): boolean => reportResult(testVerdict(ending, COMPARISONS[comparer]));
      if (offThread === null) return compareInline();
      const endingCharacters = charactersOf(ending);
      const hereUnlessStopped = (): boolean => !signal.aborted && compareInline();
      // If no other thread can compare, this thread does: a blocked page is better than no verdict.
      if (endingCharacters > INLINE_CHARACTERS)
        return offThread.verdict(ending, comparer, signal).then(reportResult, hereUnlessStopped);
      characters += endingCharacters;
      if (characters <= INLINE_CHARACTERS) return compareInline();
      characters = endingCharacters;
      return nextTask().then(hereUnlessStopped);
    });
  } else {
    // The checker runs in a separate interpreter, after the program has finished all of its tests.
    const checkedTests: CheckedTest[] = [];
    timeFactor = await runAll(runner, program, openIndices, task, (ending) => {
      const result = testVerdict(ending, null);
      checkedTests.push({ result, outcome: ending.outcome });
      return result.verdict === 'accepted';
    });
    (
      await withCheckerRulings(runner, checkedTests, {
        checker,
        tests: problem.tests,
        signal,
        urgent,
        differences,
      })
    ).forEach(report);
  }
  timeFactor = Math.max(timeFactor, task.goOnFrom?.timeFactor ?? 1);
  return { plan: fullPlan, results, timeFactor, newerPython: newerUse.words };
}

/** Runs a program once on input entered by the user. The output is not compared with anything. Never rejects. */
export async function runOwn(runner: Runner, code: string, text: string, task: OwnTask): Promise<OwnRun> {
  const { problem, profile, signal, onBegun, onSlow } = task;
  const parsedInput = readOwnInput(text, problem.mode);
  if (!parsedInput.ok) return { type: 'refused', why: parsedInput.why };
  const fault = problem.mode === 'call' ? argumentsFault(parsedInput.input, problem) : null;
  if (fault !== null) return { type: 'refused', why: fault };
  const newerUse = new NewerUse(code, profile.execute.python, preambleOf(task));
  // A check contains its own inputs, so the program runs as a script.
  const mode = problem.mode === 'assert' ? 'stdin' : problem.mode;
  const test: TestCase = { input: parsedInput.input, output: 'null' };
  let testResult: TestResult | null = null;
  let printedText = '';
  let timeFactor = 1;
  const takeEnd = (ending: CountedEnd): boolean => {
    const result = newerUse.judgedResult(testVerdict({ index: 0, test, ...ending }, null));
    const { outcome } = ending;
    if (problem.mode === 'call') printedText = ('stdout' in outcome ? outcome.stdout : null) ?? '';
    // The printed text of a failed call is not a return value.
    testResult = problem.mode === 'call' && outcome.type !== 'returned' ? { ...result, got: null } : result;
    return true;
  };
  if (newerUse.refusal !== null) takeEnd(endWithoutRun(newerUse.refusal));
  else
    timeFactor = await runTests(runner, {
      program: { ...programOf(code, task, newerUse.missingNames), mode },
      limits: limitsOf(task),
      inputs: [parsedInput.input],
      stopsEarly: true,
      // Nothing is judged, so nothing is retried.
      isDecided: true,
      signal,
      urgent: true,
      onEnd: (_, ending) => takeEnd(ending),
      watch: {
        ...(onBegun && { onBegun }),
        onSlow: (position, milliseconds) => onSlow?.(position === 0 ? 0 : null, milliseconds),
      },
    });
  return runOfResult(testResult, printedText, timeFactor, signal);
}

function runOfResult(
  testResult: TestResult | null,
  printedText: string,
  timeFactor: number,
  signal: AbortSignal,
): OwnRun {
  if (testResult === null || (signal.aborted && testResult.verdict === 'judge-error'))
    return { type: 'stopped' };
  const { verdict, milliseconds, got, stderr, error, flags } = testResult;
  const failure =
    verdict === 'accepted' || verdict === 'wrong-answer' || verdict === 'not-run' ? null : verdict;
  return {
    type: 'ran',
    failure,
    milliseconds,
    got,
    printed: printedText,
    stderr,
    error,
    flags,
    timeFactor,
  };
}

/**
 * Runs a script once, as a process that exits with a status. Time-outs are retried like those of tests. Never
 * rejects.
 */
export async function runScript(
  runner: Runner,
  { code, input, timeLimitSeconds, memoryLimitMb }: Script,
  signal: AbortSignal,
  onRetry?: () => void,
): Promise<ScriptRun> {
  const newerUse = new NewerUse(code, STANDARD.execute.python, '');
  const testEnds: CountedEnd[] = [];
  if (newerUse.refusal !== null) testEnds.push(endWithoutRun(newerUse.refusal));
  else
    await runTests(runner, {
      program: { ...scriptOf(code), execution: 'exit-status', without: newerUse.missingNames },
      limits: {
        timeSeconds: timeLimitSeconds,
        memoryMb: Math.max(LEAST_MEMORY_MB, memoryLimitMb),
        outputBytes: SCRIPT_OUTPUT_BYTES,
      },
      inputs: [input],
      stopsEarly: true,
      signal,
      urgent: false,
      onEnd: (_, end) => {
        testEnds.push(end);
        return true;
      },
      ...(onRetry && { onRetry: () => onRetry() }),
    });
  const [scriptEnd] = testEnds;
  if (scriptEnd === undefined) return { type: 'judge-error', message: 'the run was stopped' };
  const { verdict, stderr, error, milliseconds } = newerUse.judgedResult(
    testVerdict({ index: 0, test: { input, output: '' }, ...scriptEnd }, null),
  );
  if (verdict === 'judge-error') return { type: 'judge-error', message: error?.message ?? '' };
  const stdout = 'stdout' in scriptEnd.outcome ? (scriptEnd.outcome.stdout ?? null) : '';
  const failure =
    verdict === 'accepted' || verdict === 'wrong-answer' || verdict === 'not-run' ? null : verdict;
  return { type: 'ran', stdout, stderr, failure, error, milliseconds };
}

/** Maximum number of bytes that a script may print. No expected output determines the limit. */
const SCRIPT_OUTPUT_BYTES = 64 << 20;

/**
 * @param onEnd called once per test, in the order they run; returns whether the test passed
 * @returns the largest time factor of a session
 */
function runAll(
  runner: Runner,
  program: Program,
  testIndices: readonly number[],
  task: JudgeTask,
  onEnd: (ending: Ending) => boolean | Promise<boolean>,
): Promise<number> {
  const { problem, profile, signal, urgent = true } = task;
  const isDecisive = firstFailureDecides(profile.score);
  return runTests(runner, {
    program,
    limits: limitsOf(task),
    inputs: testIndices.map((index) => problem.tests[index]!.input),
    stopsEarly: task.stopAtFirstFailure && isDecisive,
    stopsAtTimeOut: task.stopAtTimeOut === true && isDecisive,
    failureDecides: isDecisive,
    isDecided: isDecisive && typeof task.goOnFrom?.firstFailed === 'number',
    ...(task.retries !== undefined && { retries: task.retries }),
    signal,
    urgent,
    onEnd: (position, end) => {
      const index = testIndices[position]!;
      return onEnd({ index, test: problem.tests[index]!, ...end });
    },
    onRetry: (position, check) => task.onRetry?.(testIndices[position]!, check),
    watch: {
      onBegun: (factor) => task.onBegun?.(factor),
      onSlow: (position, milliseconds) => task.onSlow?.(testIndices[position] ?? null, milliseconds),
    },
  });
}

/** Returns indices of the tests that run, in order. */
function planOf({
  problem: { mode, tests, publicTests },
  profile,
  tests: scope,
}: JudgeTask): readonly number[] {
  if (scope === 'public') return tests.slice(0, publicTests).map((_, index) => index);
  if (callsCountTogether(profile.execute.how, mode)) return tests.map((_, index) => index);
  return selectedTests(profile.select, tests);
}

/** Returns the source after the starter code if it only continues that, and else as it is. */
export function wholeSource(source: string, problem: Problem): string {
  return isContinuation(source, problem) ? `${problem.starterCode}${source}` : source;
}

/** Returns the program that runs a source by the rules of the profile. */
export function programOf(source: string, task: OwnTask, missingNames: readonly string[]): Program {
  const { mode, functionName, check } = task.problem;
  const execution = task.profile.execute.how;
  return {
    source: wholeSource(source, task.problem),
    preamble: preambleOf(task),
    mode,
    functionName,
    execution,
    without: missingNames,
    check,
  };
}

/**
 * Returns the code that runs before the program. Graders with their own prelude do not see the problem’s preamble.
 * In HumanEval, the prompt's code before the function (imports, and helpers that the check may call) goes before
 * every answer, which may repeat it: openai/simple-evals and lm-evaluation-harness also prepend the prompt. Their
 * graders have assert mode only.
 */
function preambleOf({ problem, profile }: OwnTask): string {
  const { how } = profile.execute;
  const isOurs = how === 'standard' || how === 'exit-status';
  const head = isOurs || problem.mode === 'assert' ? promptHead(problem) : '';
  return `${isOurs ? problem.preamble : ''}${head}`;
}

/** Returns the starter code before the function; '' if it is empty or prose. */
function promptHead({ mode, functionName, starterCode }: Problem): string {
  if (mode === 'stdin' || functionName === null) return '';
  const at = entryAt(starterCode, functionName);
  if (at <= 0) return '';
  const head = starterCode.slice(0, at).replace(/(?:^@.*\n\s*)+$/m, '');
  const lines = head.split('\n').filter((line) => /^\S/.test(line));
  return lines.every((line) => CODE_LINE.test(line)) && lines.some((line) => !line.startsWith('#'))
    ? head
    : '';
}

/** The start of a line of code that is not indented. */
const CODE_LINE =
  /^(?:(?:import|from|def|async|class|if|else|elif|try|except|for|while|with)\b|[@#)\]}"']|[A-Za-z_][\w.]*\s*[:=([])/;

/** Whether a program only continues the function that the starter code begins. */
function isContinuation(source: string, { mode, functionName, starterCode }: Problem): boolean {
  if (mode === 'stdin' || functionName === null || entryAt(starterCode, functionName) < 0) return false;
  return /^(?:[ \t]*\n)*[ \t]+\S/.test(source) && entryAt(source, functionName) < 0;
}

function entryAt(source: string, functionName: string): number {
  if (!/^[\p{L}\p{N}_]+$/u.test(functionName)) return -1;
  return source.search(new RegExp(`^(?:async[ \\t]+)?def[ \\t]+${functionName}[ \\t]*\\(`, 'm'));
}

function limitsOf({
  problem,
  profile,
  timeLimitSeconds,
  timeFactor,
}: OwnTask & { readonly timeLimitSeconds?: number }): RunLimits {
  return {
    timeSeconds: timeLimitSeconds ?? timeLimitOf(profile, problem),
    memoryMb: Math.max(LEAST_MEMORY_MB, problem.memoryLimitMb),
    outputBytes: outputLimit(problem),
    ...(timeFactor !== undefined && { timeFactor }),
  };
}

/** Bytes that every program may write, whatever the expected output. */
const MIN_OUTPUT_BYTES = 8 << 20;
const SPARE_BYTES = 1 << 20;
/** Maximum ratio of printed output to expected output: a program may print more spaces, line ends and zeros. */
const MAX_PRINTED_RATIO = 2;
/**
 * The same ratio for a returned value, which is written as tagged JSON (`value-text.ts`): `1,` becomes `{"i":"1"},`,
 * a character `\uXXXX`.
 */
const MAX_TAGGED_RATIO = 8;

/**
 * Returns the number of bytes that a program may write in one test of this problem. The sandbox receives this
 * number and must not learn the expected output. So it is one number for all tests. It is the same for nearly all
 * problems; for the others it is doubled as often as necessary.
 */
export function outputLimit({ mode, tests }: Problem): number {
  let bytes = MIN_OUTPUT_BYTES;
  for (const { output } of tests) {
    // A code unit takes at most three bytes, so short outputs need no exact count.
    if (output.length * MAX_TAGGED_RATIO + SPARE_BYTES <= bytes) continue;
    const size = mode === 'call' ? output.length * MAX_TAGGED_RATIO : utf8Length(output) * MAX_PRINTED_RATIO;
    while (bytes < size + SPARE_BYTES) bytes *= 2;
  }
  return bytes;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // A surrogate pair takes four bytes, two for each half.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes;
}
