/**
 * Whether seconds mean here what they mean natively: at a limit of 6 s, what native Python on the same machine does
 * in 4 s is to be accepted, and what it needs 10 s for is not, for programs of each kind that the kernels have.
 */
import { execFileSync } from 'node:child_process';
import { UsageError } from '../cli/text/usage-error.ts';
import { isMissing, rounded, type Figures } from './figures.ts';
import { kernelMilliseconds } from './native-python.ts';
import { gradePrograms } from './timed-command.ts';

const LIMIT_SECONDS = 6;
const SHORT_SECONDS = 4;
const LONG_SECONDS = 10;
const BOOTS = 10;

/**
 * Takes some minutes.
 * @param kernels the source of kernels.py
 * @throws UsageError where there is no native Python
 */
export async function fairFigures(kernels: string): Promise<Figures> {
  const once = kernelMilliseconds(kernels);
  if (isMissing(once)) throw new UsageError(`--only fair compares with native Python: ${once.notMeasured}`);
  const functions = kernels.slice(0, kernels.indexOf('KERNELS = ['));
  const programs = Object.entries(once).flatMap(([kernel, milliseconds]) =>
    [SHORT_SECONDS, LONG_SECONDS].map((seconds) => {
      const runs = Math.round((seconds * 1000) / milliseconds);
      const code = `${functions}\nfor _ in range(${runs}):\n    ${kernel}()\nprint("done")\n`;
      return { kernel, seconds, code, native: nativeSeconds(code) };
    }),
  );
  const problem = { id: 'p', mode: 'stdin', prompt: '', time_limit_s: LIMIT_SECONDS, tests: [DONE] };
  const { rows } = await gradePrograms(
    problem,
    programs.map(({ code }) => code),
  );
  const judged = programs.map((program, at) => ({ ...program, verdict: String(rows[at]?.['verdict']) }));
  const share = (seconds: number, verdict: string): string => {
    const all = judged.filter((program) => program.seconds === seconds);
    return `${all.filter((program) => program.verdict === verdict).length} of ${all.length}`;
  };
  const gradeAlone = async (code: string) => (await gradePrograms(problem, [code])).rows[0]!;
  const firsts: unknown[] = [];
  for (const { code, seconds } of programs)
    if (seconds === SHORT_SECONDS) firsts.push((await gradeAlone(code))['verdict']);
  const factors: number[] = [];
  while (factors.length < BOOTS) factors.push(Number((await gradeAlone('print("done")'))['time_factor']));
  return {
    // For each kind, how long native Python takes for its two programs, and how they were judged.
    fair_seconds: Object.fromEntries(
      Object.keys(once).map((kernel) => [
        kernel,
        judged
          .filter((program) => program.kernel === kernel)
          .map(({ native, verdict }) => `${native.toFixed(1)} s ${verdict}`)
          .join(', '),
      ]),
    ),
    fair_short_accepted: share(SHORT_SECONDS, 'accepted'),
    // The same programs, each as the first of a browser, where little code is compiled well yet.
    fair_first_accepted: `${firsts.filter((verdict) => verdict === 'accepted').length} of ${firsts.length}`,
    fair_long_refused: share(LONG_SECONDS, 'time-limit-exceeded'),
    // One factor for each browser.
    factor_boots: factors,
    factor_spread: rounded(Math.max(...factors) / Math.min(...factors) - 1),
  };
}

const DONE = { input: '', output: 'done' };

function nativeSeconds(code: string): number {
  const begun = performance.now();
  execFileSync('python3', ['-I', '-c', code]);
  return (performance.now() - begun) / 1000;
}
