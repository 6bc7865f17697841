/** `allpass grade`: judges every sample of a file on the tests of its problem, by one profile. */
import { readVerdicts, unjudgedRow, verdictRow } from '../../../datasets/verdict-rows.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { filesHelp, VERDICT_ROW } from './help.ts';
import { flag, PROFILE, profileOption } from '../options/options.ts';
import { DETAILS, SAMPLE_OPTIONS, sampleOrder } from '../options/sample-options.ts';
import { runSamples, type SampleWork } from '../run/sample-run.ts';
import { Agreement, GradeSummary } from '../summary/grade-summary.ts';
import { definitions } from '../text/columns.ts';
import { command } from './command.ts';

export const GRADE = command({
  name: 'grade',
  about: 'judge every sample of a file on the tests of its problem, by one grader profile',
  help: {
    usage: 'grade --problems P.jsonl --samples S.jsonl [-o OUT.jsonl] [OPTION…]',
    about: 'Judges every sample on the tests of its problem. Writes one row per sample, in input order.',
    notes: [filesHelp(), `Rows\n${definitions(VERDICT_ROW)}`],
    examples: [
      'grade --problems problems.jsonl --samples samples.jsonl -o verdicts.jsonl',
      'grade --problems p.jsonl --samples s.jsonl --profile rllm -o rllm.jsonl',
      'grade --problems p.jsonl --samples s.jsonl --profile custom:tests=longest-15,limit=6',
      'grade --problems p.jsonl --samples s.jsonl --shard 2/4 -q -o verdicts-2.jsonl',
      'grade --problems p.jsonl --samples s.jsonl --shard /4 -o verdicts-$SLURM_ARRAY_TASK_ID.jsonl',
    ],
  },
  options: {
    profile: PROFILE,
    'all-tests': flag('run every test, also after the first failure'),
    details: DETAILS,
    ...SAMPLE_OPTIONS,
  },
  async run(values) {
    const profile = profileOption(values.profile);
    return runSamples(await sampleOrder(values), gradeWork(profile, !values['all-tests'], values.details));
  },
});

function gradeWork(profile: Profile, stopAtFirstFailure: boolean, details: boolean): SampleWork {
  const agreement = new Agreement();
  const summary = new GradeSummary(profile.name, agreement);
  return {
    profile,
    stopAtFirstFailure,
    summary,
    origin: {
      command: 'grade',
      profile: profile.name,
      tests: stopAtFirstFailure ? 'to the first failure' : 'all',
      ...(details ? { details: 'shown' } : {}),
    },
    keeps(line, sample, problem) {
      const [row] = readVerdicts(line).records;
      // A sample on which the judge failed is retried.
      if (row === undefined || row.profile !== profile.name || row.reward === null) return false;
      summary.add(problem, row);
      agreement.add(sample, row.verdict, row.reward);
      return true;
    },
    async judge(page, sample, job, onRetry) {
      const { report } = await page.judge({ task: 'judge', ...job }, onRetry);
      summary.add(job.problem, report);
      agreement.add(sample, report.verdict, report.reward);
      return verdictRow(sample, report, details);
    },
    unknownRow: (sample, error) =>
      unjudgedRow(sample, { verdict: 'unknown-problem', profile: profile.name, error }),
  };
}
