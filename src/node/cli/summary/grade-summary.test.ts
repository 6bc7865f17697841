import { describe, expect, it } from 'vitest';
import type { SampleVerdict } from '../../../domain/verdict.ts';
import { GradeSummary, type SummaryRow } from './grade-summary.ts';
import type { RunFacts } from './run-facts.ts';

const FACTS: RunFacts = {
  seconds: 200,
  retried: 0,
  kept: 0,
  workers: 1,
  browser: 'chromium',
  output: 'out.jsonl',
};
interface Sample extends SummaryRow {
  readonly id: string;
  readonly source: string;
}
const ACCEPTED: Sample = { id: 'p', source: 'taco', verdict: 'accepted', reward: 1, timeFactor: 1.5 };
const WRONG: Sample = { ...ACCEPTED, verdict: 'wrong-answer', reward: 0 };
const LOST: Sample = { ...ACCEPTED, verdict: 'judge-error', reward: null, timeFactor: null };

function summary(...judged: readonly Sample[]): GradeSummary {
  const gradeSummary = new GradeSummary('rllm');
  judged.forEach((one) => gradeSummary.add(one, one));
  return gradeSummary;
}

describe('the summary of grade', () => {
  it('says what came out, per set, and what it took', () => {
    const gradeSummary = summary(
      ...Array.from({ length: 1200 }, () => ACCEPTED),
      { ...WRONG, id: 'q', timeFactor: 5 },
      { ...WRONG, id: 'r', source: 'apps' },
      LOST,
    );
    gradeSummary.addUnknown();
    expect(gradeSummary.unjudged).toBe(2);
    expect(gradeSummary.soFar).toBe('1,200 accepted');
    expect(gradeSummary.lines({ ...FACTS, retried: 3, workers: 2 })).toEqual([
      'graded       1,204 samples of 3 problems, profile rllm',
      'verdicts     accepted         1,200  99.7 %',
      '             wrong-answer         2   0.2 %',
      '             judge-error          1   0.1 %',
      '             unknown-problem      1   0.1 %',
      'mean reward  0.998 over 1,202 samples; 2 have none: see their rows',
      'pass@1       33.3 %, the mean over problems; 1 to 1,200 samples a problem',
      'by set       set   problems  samples  mean reward  pass@1',
      '             taco         2    1,202        0.999  50.0 %',
      '             apps         1        1        0.000   0.0 %',
      'time         3 min 20 s, 6.0 samples/s; 3 retried',
      'machine      time limits × 1.50, at most × 5.00; 2 workers, chromium',
      'rows         out.jsonl',
    ]);
  });

  it('counts the samples that the smallest time factor would not accept', () => {
    const slow = { ...ACCEPTED, id: 'q', timeFactor: 5, factorNeeded: 1.62 };
    const nearLimitRow =
      'near limit   1 accepted sample would time out at × 1.50, the smallest factor here: pass@1 50.0 % to 100.0 %';
    expect(summary(ACCEPTED, slow).lines(FACTS)).toContain(nearLimitRow);
    expect(summary(slow).lines(FACTS).join()).not.toContain('near limit');
  });

  it('leaves out what says nothing', () => {
    expect(summary(ACCEPTED).lines({ ...FACTS, output: null })).toEqual([
      'graded       1 sample of 1 problem, profile rllm',
      'verdicts     accepted  1  100.0 %',
      'mean reward  1.000 over 1 sample',
      'pass@1       100.0 %, the mean over problems; 1 sample a problem',
      'time         3 min 20 s',
      'machine      time limits × 1.50; 1 worker, chromium',
    ]);
  });

  it('has no figures where no sample has a reward', () => {
    const gradeSummary = summary(LOST);
    expect(gradeSummary.lines(FACTS)).toContain('mean reward  – over 0 samples; 1 has none: see its row');
    expect(gradeSummary.lines(FACTS)).toContain('pass@1       –');
    expect(gradeSummary.lines(FACTS)).toContain('machine      nothing ran; 1 worker, chromium');
  });

  it('fits on a screen, whatever there is: two verdicts a line, the largest sets first', () => {
    const verdicts: readonly SampleVerdict[] = [
      'accepted',
      'wrong-answer',
      'runtime-error',
      'time-limit-exceeded',
      'memory-limit-exceeded',
      'output-limit-exceeded',
      'syntax-error',
      'no-code',
      'truncated',
      'judge-error',
    ];
    const gradeSummary = summary();
    verdicts.forEach((verdict, at) => {
      for (let set = 0; set <= at; set++) {
        const one = { ...WRONG, verdict, source: `set ${set} of ten` };
        gradeSummary.add(one, one);
      }
    });
    gradeSummary.addUnknown();
    const lines = gradeSummary.lines(FACTS);
    expect(lines).toHaveLength(15);
    expect(lines.slice(1, 7)).toEqual([
      'verdicts     judge-error            10  17.9 %    time-limit-exceeded  4  7.1 %',
      '             truncated               9  16.1 %    runtime-error        3  5.4 %',
      '             no-code                 8  14.3 %    wrong-answer         2  3.6 %',
      '             syntax-error            7  12.5 %    accepted             1  1.8 %',
      '             output-limit-exceeded   6  10.7 %    unknown-problem      1  1.8 %',
      '             memory-limit-exceeded   5   8.9 %',
    ]);
    expect(lines.slice(10, 12)).toEqual([
      '             set 0 of ten         1       10        0.000   0.0 %',
      '             and 9 more sets',
    ]);
  });

  it('shows no name that a terminal would obey, and none that is endless', () => {
    const text = summary({ ...ACCEPTED, source: '\u001b[2Jx\ny' }, { ...ACCEPTED, source: 'x'.repeat(1000) })
      .lines(FACTS)
      .join('\n');
    expect(text).toContain(String.raw`\u001b[2Jx y`);
    expect(text).toContain(`${'x'.repeat(29)}…`);
    expect(text).not.toContain('\u001b');
  });
});
