/** `allpass grade`: every sample of a file judged on the tests of its problem, by one profile. */
import type { Sample } from '../../../domain/sample.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { parseOptions } from '../options.ts';
import { profileOption, runSamples, SAMPLE_OPTIONS, SAMPLE_USAGE } from '../sample-work.ts';

export const GRADE_USAGE = `allpass grade --problems P.jsonl --samples S.jsonl [-o OUT.jsonl]
    --profile NAME        whose rules decide (default: standard; README lists them)
    --all-tests           run every test, also after the first failure
${SAMPLE_USAGE}`;

/** @returns the exit code: 0 when every sample was judged, 1 when some could not be */
export function grade(args: readonly string[]): Promise<number> {
  const values = parseOptions(args, {
    ...SAMPLE_OPTIONS,
    profile: { type: 'string', default: 'standard' },
    'all-tests': { type: 'boolean', default: false },
  });
  const profile = profileOption(values.profile);
  const task = { task: 'judge', profile, stopAtFirstFailure: !values['all-tests'] } as const;
  return runSamples(values, task, (sample, reply) => {
    if (!('report' in reply)) throw new Error('the page answered a judging with something else');
    const { report } = reply;
    return { row: verdictRow(sample, report), word: report.verdict, unjudged: report.reward === null };
  });
}

function verdictRow(sample: Sample, report: JudgeReport): object {
  return {
    problem_id: sample.problemId,
    sample_id: sample.id,
    profile: report.profile,
    reward: report.reward,
    verdict: report.verdict,
    tests_total: report.testsTotal,
    tests_run: report.testsRun,
    tests_passed: report.testsPassed,
    first_failed: report.firstFailed,
    tests: report.tests.map((test) => ({
      verdict: test.verdict,
      ms: test.milliseconds === null ? null : Math.round(test.milliseconds * 10) / 10,
    })),
    ...(report.codes === null ? {} : { codes: report.codes }),
    error: report.error,
    flags: report.flags,
    ...(report.newerPython === undefined ? {} : { newer_python: report.newerPython }),
    time_factor: Math.round(report.timeFactor * 100) / 100,
  };
}
