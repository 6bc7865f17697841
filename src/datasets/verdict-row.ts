/** The rows of verdicts: one JSON object a sample, in the file of the command line and of the page alike. */
import type { Sample } from '../domain/sample.ts';
import type { FirstFailure, JudgeReport, SampleVerdict } from '../domain/verdict.ts';
import { redrawField, type RedrawField } from './redraw-field.ts';

/** A report, or what stands in its place where there is no problem. */
type RowSource = Omit<JudgeReport, 'problemId' | 'verdict'> & { readonly verdict: SampleVerdict };

const NOTHING = {
  reward: null,
  testsTotal: 0,
  testsRun: 0,
  testsPassed: 0,
  firstFailed: null,
  tests: [],
  codes: null,
  flags: [],
  timeFactor: 1,
} as const satisfies Partial<RowSource>;

export interface VerdictRow {
  readonly problem_id: string;
  readonly sample_id: string;
  readonly profile: string;
  readonly reward: JudgeReport['reward'];
  readonly verdict: SampleVerdict;
  readonly tests_total: number;
  readonly tests_run: number;
  readonly tests_passed: number;
  readonly first_failed: number | null;
  readonly first_failure?: FirstFailure;
  readonly tests: readonly { readonly verdict: string; readonly ms: number | null }[];
  readonly codes?: JudgeReport['codes'];
  readonly error: string | null;
  readonly flags: JudgeReport['flags'];
  readonly newer_python?: string;
  readonly time_factor: number;
  /** Whether it passed where it comes from. */
  readonly passed_elsewhere?: boolean;
  readonly redrawn?: RedrawField;
}

/** The row of a sample that could not be judged, with the reason. No answer is at fault. */
export function unjudgedRow(
  sample: Sample,
  why: {
    readonly verdict: 'unknown-problem' | 'judge-error';
    readonly profile: string;
    readonly error: string;
  },
): VerdictRow {
  return verdictRow(sample, { ...NOTHING, ...why });
}

/** @param details whether the row shows the first failing test */
export function verdictRow(sample: Sample, report: RowSource, details = false): VerdictRow {
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
    ...(details && report.firstFailure !== undefined ? { first_failure: report.firstFailure } : {}),
    tests: report.tests.map((test) => ({
      verdict: test.verdict,
      ms: test.milliseconds === null ? null : Math.round(test.milliseconds * 10) / 10,
    })),
    ...(report.codes === null ? {} : { codes: report.codes }),
    error: report.error,
    flags: report.flags,
    ...(report.newerPython === undefined ? {} : { newer_python: report.newerPython }),
    time_factor: Math.round(report.timeFactor * 100) / 100,
    ...(sample.passedElsewhere === undefined ? {} : { passed_elsewhere: sample.passedElsewhere }),
    ...(sample.redrawn === undefined ? {} : { redrawn: redrawField(sample.redrawn) }),
  };
}
