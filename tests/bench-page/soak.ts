/** Submissions without end, as one page may see them in a day: for `npm run bench` and the long tests. */
import { loadBundledIndex, loadBundledProblem } from '../../src/datasets/bundled.ts';
import type { Problem } from '../../src/domain/problem.ts';
import type { RecordedKind } from '../../src/domain/answer.ts';
import { extractStandard } from '../../src/judge/extract/standard.ts';
import { Judge } from '../../src/judge/judge.ts';
import type { SandboxRunner } from '../../src/sandbox/hosts/sandbox-runner.ts';
import type { SoakFigures } from './port.ts';

/** Programs that leave a worker large, or dead, every now and then: each must end so. */
const HARD: readonly (readonly [source: string, verdict: string])[] = [
  ['while True: pass', 'time-limit-exceeded'],
  ['sum(range(10**12))', 'time-limit-exceeded'],
  ['kept = [bytes(1 << 20) for _ in range(150)]\nraise ValueError', 'runtime-error'],
  ['def down(n): return down(n + 1)\ndown(0)', 'runtime-error'],
];
const HARD_EVERY = 100;
const WRONG_EVERY = 10;
/** For what never ends by itself. */
const LITTLE_SECONDS = 0.2;

interface Answered {
  readonly problem: Problem;
  readonly right: string;
  readonly wrong: string;
}

/**
 * Judges the recorded answers of the bundled problems in turn: right ones on the public tests, every tenth a wrong one
 * on all, every hundredth something that a worker does not survive, or only just.
 * @param runner stays as it is for the next call
 * @param first number of the first submission
 */
export async function soak(runner: SandboxRunner, first: number, count: number): Promise<SoakFigures> {
  const judge = new Judge(runner);
  const { signal } = new AbortController();
  const problems = await answeredProblems(signal);
  const astray: string[] = [];
  let easy = 0;
  let easyMilliseconds = 0;
  for (let turn = first; turn < first + count; turn++) {
    const { problem, right, wrong } = problems[turn % problems.length]!;
    const isHard = turn % HARD_EVERY === HARD_EVERY - 1;
    const isWrong = turn % WRONG_EVERY === 0;
    const [source, hardEnd] = HARD[Math.floor(turn / HARD_EVERY) % HARD.length]!;
    const code = isHard ? source : isWrong ? wrong : right;
    const wanted = isHard ? hardEnd : isWrong ? 'wrong-answer' : 'accepted';
    const begun = performance.now();
    const report = await judge.judge(
      problem,
      { kind: 'program', code },
      {
        signal,
        tests: isWrong ? 'all' : 'public',
        stopAtFirstFailure: true,
        ...(wanted === 'time-limit-exceeded' ? { timeLimitSeconds: LITTLE_SECONDS } : {}),
      },
    );
    if (!isHard) {
      easy += report.testsRun;
      easyMilliseconds += performance.now() - begun;
    }
    if (report.verdict !== wanted)
      astray.push(`submission ${turn} on ${problem.id}: ${report.verdict}, not ${wanted} (${report.error})`);
  }
  return { astray, testMilliseconds: easyMilliseconds / easy };
}

async function answeredProblems(signal: AbortSignal): Promise<readonly Answered[]> {
  const base = new URL('problems/', document.baseURI).href;
  const index = await loadBundledIndex(base, signal);
  return Promise.all(
    index.map(async ({ id }) => {
      const { problem, answers } = await loadBundledProblem(base, id, signal);
      const of = (kind: RecordedKind) => {
        const extraction = extractStandard(answers.find((answer) => answer.kind === kind)!.raw);
        if (!extraction.found) throw new Error(`${id}: the ${kind} answer has no program`);
        return extraction.code;
      };
      return { problem, right: of('right'), wrong: of('wrong') };
    }),
  );
}
