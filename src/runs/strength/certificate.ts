/**
 * The certificate of one problem: the checks that its tests are worth the reward they decide. The ids of the checks are
 * those of OpenEnv's RFC 008 where it has one (`semantic.…`), and this project's own otherwise (`tests.…`).
 */
import { groupBy } from '../../base/collections.ts';
import { errorMessage } from '../../base/error-message.ts';
import { counted, numberText, percent } from '../../base/number-words.ts';
import type { Problem } from '../../domain/problem.ts';
import {
  type CertificateRow,
  type TestCheck,
  type TestFinding,
  type TestStrength,
} from '../../domain/strength.ts';
import { distinctPrograms } from '../../datasets/prepare/solutions.ts';
import { VERDICT_WORDS, type JudgeReport } from '../../domain/verdict.ts';
import { compareLines } from '../../judge/compare/texts.ts';
import type { JudgePort, SubmissionJudge } from '../../judge/judge.ts';
import { grades } from '../../judge/profiles/profiles.ts';
import type { Runner } from '../../judge/runner.ts';
import { xray } from '../../judge/xray.ts';
import { inOtherOrders } from './executions.ts';
import { mayPass } from './outcomes.ts';
import { judgeFloor } from './floor.ts';
import { constantsOf, InputSource } from './inputs.ts';
import { strongerTests } from './stronger-tests.ts';
import { measureStrength, type StrengthResult } from './test-strength.ts';

export interface CertifyOptions {
  readonly signal: AbortSignal;
  /** The largest number of mutants; 0 leaves out the measurement. */
  readonly mutants: number;
  /** Whether to compare the public graders. */
  readonly comparesGraders: boolean;
  /** Whether to look for tests that reject what the problem's own tests let through. */
  readonly hardens: boolean;
  /** Called as mutants run on tests, which comes after the other checks. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The share of the time limit from which a reference is close to it. */
const CLOSE = 0.5;
/**
 * Accepted programs that are run on more than the tests. Each runs on hundreds of inputs, and no more of them show
 * anything new.
 */
const MOST_ACCEPTED = 10;
/** Survivors in a row: each is a whole program. */
const MOST_SURVIVORS = 10;

/**
 * @param solutions programs that are said to solve the problem
 * @param wrong programs that are said to be wrong; the tests are measured with those that compile and fail or pass
 */
export async function certify(
  judge: JudgePort,
  runner: Runner,
  problem: Problem,
  solutions: readonly string[],
  wrong: readonly string[],
  { signal, mutants, comparesGraders, hardens, onProgress }: CertifyOptions,
): Promise<CertificateRow> {
  const findings: TestFinding[] = [...repeatedTests(problem)];
  const judged: Judged[] = [];
  for (const code of solutions) judged.push({ code, report: await judgeWhole(judge, problem, code, signal) });
  const accepted = judged.filter(({ report }) => report.reward === 1);
  findings.push(...oracleFindings(problem, judged));
  findings.push(...(await timeFindings(judge, problem, accepted, signal)));
  const { paid, unjudged } = await judgeFloor(judge, problem, signal);
  if (paid.length > 0)
    findings.push({
      check: 'semantic.floor_gap',
      message: `a program that solves nothing earns 1: ${paid.join(', ')}`,
    });
  const acceptedCodes = accepted.map(({ code }) => code);
  const distinct = distinctPrograms(acceptedCodes).slice(0, MOST_ACCEPTED);
  const [first = judged[0]] = accepted;
  const unstable = first === undefined ? [] : await unstableTests(judge, problem, first, signal);
  if (unstable.length > 0)
    findings.push({
      check: 'semantic.replayability',
      message: `the order of a set, chance or the clock decides whether a solution passes test ${unstable[0]! + 1}`,
      tests: unstable,
    });
  if (comparesGraders && accepted[0] !== undefined)
    findings.push(...(await graderFindings(judge, problem, accepted[0], signal)));
  const measured =
    mutants === 0
      ? ({ type: 'unmeasured', reason: 'The strength was not asked for.' } satisfies StrengthResult)
      : await measureStrength(
          runner,
          problem,
          first === undefined || accepted.length > 0 ? distinct : [first.code],
          wrong.filter((code) => !acceptedCodes.includes(code)),
          {
            ...{ signal, most: mutants },
            ...(onProgress && { onProgress }),
          },
        );
  if (measured.type === 'measured') findings.push(...strengthFindings(measured.strength));
  else if (measured.isUnstable === true && unstable.length === 0)
    findings.push({ check: 'semantic.replayability', message: withoutStop(measured.reason) });
  const failed = judged.find(({ report }) => report.reward === null);
  const hardened = hardens ? await hardening(runner, problem, distinct, measured, signal) : null;
  const failures = [
    ...unjudged,
    ...(measured.type === 'unmeasured' ? [measured.unjudged] : []),
    hardened?.unjudged,
  ].filter((each) => each !== undefined);
  const error =
    failed !== undefined
      ? (failed.report.error ?? 'the judge failed on a solution')
      : failures.length > 0
        ? `the judge failed on ${failures.join(', ')}`
        : null;
  return {
    problem_id: problem.id,
    source: problem.source,
    tests: problem.tests.length,
    solutions: solutions.length,
    accepted: accepted.length,
    strength: measured.type === 'measured' ? withFewSurvivors(measured.strength) : null,
    unmeasured: measured.type === 'measured' ? null : measured.reason,
    floor: paid,
    findings,
    ...hardened?.row,
    error,
  };
}

interface Judged {
  readonly code: string;
  readonly report: JudgeReport;
}

/** Judges a program on all tests, also after a failure; after a time-out on no more, for the time that it takes. */
function judgeWhole(
  judge: SubmissionJudge,
  problem: Problem,
  code: string,
  signal: AbortSignal,
): Promise<JudgeReport> {
  const options = {
    signal,
    tests: 'all',
    stopAtFirstFailure: false,
    stopAtTimeOut: true,
    urgent: false,
  } as const;
  return judge.judge(problem, { kind: 'program', code }, options);
}

/** The seed of the inputs from which stronger tests are chosen. */
const INPUTS_SEED = 1;

interface Hardening {
  readonly row: Pick<CertificateRow, 'added_tests' | 'not_hardened'>;
  /** The object on which the judge itself failed. */
  readonly unjudged?: string | undefined;
}

async function hardening(
  runner: Runner,
  problem: Problem,
  accepted: readonly string[],
  measured: StrengthResult,
  signal: AbortSignal,
): Promise<Hardening> {
  if (measured.type === 'unmeasured') return { row: { not_hardened: measured.reason } };
  const { survivors } = measured.strength;
  try {
    const inputs = new InputSource(problem, INPUTS_SEED, seedsOf(problem), constantsOf(accepted));
    const result = await strongerTests(runner, problem, accepted, survivors, { signal, inputs });
    if (result.type === 'stronger') return { row: { added_tests: result.added } };
    return { row: { not_hardened: result.reason }, unjudged: result.unjudged };
  } catch (error) {
    // Inputs follow the tests, whose form no rule limits: one problem must not end the check of a whole set.
    return { row: { not_hardened: `The search for tests failed (${errorMessage(error)}).` } };
  }
}

/** Inputs that are changed to make others. The owner of a set knows its hidden tests. */
function seedsOf({ tests }: Problem): readonly string[] {
  return tests.map(({ input }) => input).filter(({ length }) => length <= SEED_CHARACTERS);
}

const SEED_CHARACTERS = 2_000;

function withFewSurvivors(strength: TestStrength): TestStrength {
  return { ...strength, survivors: strength.survivors.slice(0, MOST_SURVIVORS) };
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** Finds inputs that occur more than once. */
function repeatedTests(problem: Problem): readonly TestFinding[] {
  const { tests, mode } = problem;
  if (mode === 'assert') return [];
  const places = groupBy([...tests.keys()], (index) => tests[index]!.input.trim());
  const [contradictory, repeated] = [new Set<number>(), new Set<number>()];
  for (const indexes of places.values()) {
    if (indexes.length === 1) continue;
    const outputs = [...new Set(indexes.map((index) => tests[index]!.output))];
    if (outputs.some((output) => !mayPass(problem, outputs[0]!, output)))
      indexes.forEach((index) => contradictory.add(index));
    else indexes.forEach((index) => repeated.add(index));
  }
  const finding = (
    check: TestCheck,
    indexes: ReadonlySet<number>,
    message: string,
  ): readonly TestFinding[] =>
    indexes.size === 0 ? [] : [{ check, message: `${testsText(indexes)} ${message}`, tests: [...indexes] }];
  return [
    ...finding('tests.contradiction', contradictory, 'have one input and different expected outputs'),
    ...finding('tests.repetition', repeated, 'have an input that occurs more than once'),
  ];
}

const MOST_NAMED = 8;

function testsText(indexes: Iterable<number>): string {
  const all = [...indexes].map((index) => String(index + 1));
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${all.length === 1 ? 'test' : 'tests'} ${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Looks for tests that the solutions contradict. A single solution may be wrong itself. */
function oracleFindings({ mode }: Problem, judged: readonly Judged[]): readonly TestFinding[] {
  const reports = judged.map(({ report }) => report);
  // A solution on which the judge failed may be right.
  if (reports.length === 0 || reports.some(({ reward }) => reward === 1 || reward === null)) return [];
  const [first] = reports.flatMap(({ tests, firstFailed }) =>
    firstFailed === null ? [] : tests.filter(({ index }) => index === firstFailed),
  );
  const findings: TestFinding[] = [
    {
      check: 'semantic.oracle_max',
      message: `${judged.length === 1 ? 'the only solution does not earn 1' : `none of the ${numberText(judged.length)} solutions earns 1`}${first === undefined ? '' : `: ${judged.length === 1 ? 'it' : 'the first'} fails test ${first.index + 1} (${VERDICT_WORDS[first.verdict].word.toLowerCase()})`}`,
      ...(first !== undefined && mode !== 'assert' && { tests: [first.index] }),
    },
  ];
  const disputed = agreedAgainst(judged);
  if (disputed.length > 0)
    findings.push({
      check: 'tests.expected_output',
      message: `solutions that pass all other tests agree on another output than the expected one of ${testsText(disputed)}`,
      tests: disputed,
    });
  return findings;
}

/** The share of its tests that a solution must pass to be a witness against the rest. */
const TRUSTED = 0.5;

/**
 * Returns the tests on which all trusted solutions produce one output, which is not the expected one, if at least two
 * different ones of them pass all other tests.
 */
function agreedAgainst(judged: readonly Judged[]): readonly number[] {
  const distinct = new Set(distinctPrograms(judged.map(({ code }) => code)));
  // Of equal programs, only the first is a witness.
  const witnesses = judged
    .filter(
      ({ code, report: { testsPassed, testsTotal } }) =>
        testsPassed >= TRUSTED * testsTotal && distinct.delete(code),
    )
    .map(({ report }) => report);
  if (witnesses.length < 2) return [];
  const tests = witnesses.map((report) => new Map(report.tests.map((test) => [test.index, test])));
  const disputed = witnesses[0]!.tests.flatMap(({ index }) => {
    const results = tests.map((byIndex) => byIndex.get(index));
    const outputs = results.map((result) => (result?.verdict === 'wrong-answer' ? result.got : null));
    const [first] = outputs;
    const isShared = outputs.every(
      (output) => output !== null && typeof first === 'string' && compareLines(first, output).equal,
    );
    return isShared ? [index] : [];
  });
  const sure = witnesses.filter(
    ({ testsPassed, testsTotal }) => testsTotal - testsPassed === disputed.length,
  );
  return sure.length < 2 ? [] : disputed;
}

/** Words of programs that may end otherwise in the same engine. */
const CHANCE = /\b(?:random|urandom|time|datetime|uuid|secrets|numpy)\b/;
/** Runs of a program that chance may decide: if it decides in half of them, one in 128 stays hidden. */
const CHANCE_RUNS = 7;

/**
 * Judges a program with its sets in their own order and in two others, with other random numbers and another clock.
 * Returns the tests whose verdict differs; none if the program cannot be changed so.
 */
async function unstableTests(
  judge: SubmissionJudge,
  problem: Problem,
  { code, report: plain }: Judged,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const changed = inOtherOrders(code);
  if (changed.length === 0) return [];
  const [same, ...others] = await Promise.all(
    changed.map((each) => judgeWhole(judge, problem, each, signal)),
  );
  const mayBeChance = CHANCE.test(code);
  // The change itself must not matter, as far as chance does not hide that.
  if (mayBeChance || differentTests(plain, same!).length === 0) {
    const different = new Set(others.flatMap((report) => differentTests(same!, report)));
    if (different.size > 0) return [...different].sort((one, other) => one - other);
  }
  for (let run = 0; mayBeChance && run < CHANCE_RUNS && !signal.aborted; run++) {
    const different = differentTests(plain, await judgeWhole(judge, problem, code, signal));
    if (different.length > 0) return different;
  }
  return [];
}

/** Returns the tests that only one of two reports passes. Limits show nothing, because a changed program is slower. */
function differentTests(one: JudgeReport, other: JudgeReport): readonly number[] {
  return one.tests
    .map(({ index }) => index)
    .filter((index) => {
      const ends = [isPassed(one, index), isPassed(other, index)];
      return !ends.includes(null) && ends[0] !== ends[1];
    });
}

/** Null for a test that ran into a limit, or on which the judge failed. */
function isPassed({ tests }: JudgeReport, index: number): boolean | null {
  const verdict = tests.find((test) => test.index === index)?.verdict;
  if (verdict === 'accepted') return true;
  return verdict === 'wrong-answer' || verdict === 'runtime-error' ? false : null;
}

/**
 * Compares the fastest accepted program with the limit. One that is close to it runs once more, because the first run
 * of a program pays for compiling the interpreter, and other programs run beside it.
 */
async function timeFindings(
  judge: SubmissionJudge,
  problem: Problem,
  accepted: readonly Judged[],
  signal: AbortSignal,
): Promise<readonly TestFinding[]> {
  const [fastest] = accepted
    .map(({ code, report }) => ({ code, ...slowestOf(problem, report) }))
    .sort((one, other) => one.share - other.share);
  if (fastest === undefined || fastest.share < CLOSE) return [];
  const again = await judgeWhole(judge, problem, fastest.code, signal);
  const { share, index } = again.reward === 1 ? slowestOf(problem, again) : fastest;
  if (share < CLOSE) return [];
  return [
    {
      check: 'tests.time_limit',
      message: `an accepted program needs ${percent(share)} of the time limit on test ${index + 1}`,
      tests: [index],
    },
  ];
}

/** Returns the slowest test, and its share of the limit. */
function slowestOf({ timeLimitSeconds }: Problem, { tests, timeFactor }: JudgeReport) {
  const slowest = tests.reduce((most, { milliseconds }) => Math.max(most, milliseconds ?? 0), 0);
  const index = tests.findIndex(({ milliseconds }) => (milliseconds ?? 0) === slowest);
  return { share: slowest / (1000 * timeLimitSeconds * timeFactor), index: Math.max(0, index) };
}

/** The share of killed mutants under which the tests are weak. */
const WEAK = 0.8;

function strengthFindings({ mutants, killed }: TestStrength): readonly TestFinding[] {
  if (mutants === 0 || killed >= WEAK * mutants) return [];
  return [
    {
      check: 'tests.strength',
      message: `the tests reject ${killed} of ${counted(mutants, 'mutant')}, ${percent(killed / mutants)}`,
    },
  ];
}

async function graderFindings(
  judge: JudgePort,
  problem: Problem,
  solution: Judged,
  signal: AbortSignal,
): Promise<readonly TestFinding[]> {
  const submission = { kind: 'program', code: solution.code } as const;
  const standard = { extraction: null, ...solution };
  const rows = await xray(judge, problem, submission, { signal, urgent: false, standard });
  const refusing = rows.filter(
    ({ profile, report, cause }) => grades(profile.name) && report.reward !== null && cause !== null,
  );
  if (refusing.length === 0) return [];
  const names = refusing.map(({ profile }) => profile.name).join(', ');
  return [
    {
      check: 'tests.graders',
      message: `an accepted program earns another reward under ${names}: ${withoutStop(refusing[0]!.cause!.says)}`,
    },
  ];
}
