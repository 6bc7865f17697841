/** `allpass xray`: judges every sample of a file by every profile, and names the rule that makes two of them differ. */
import type { XrayLine } from '../../../judge/protocol/driver-page.ts';
import type { Sample } from '../../../domain/submission.ts';
import type { SampleVerdict } from '../../../domain/verdict.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { filesHelp, XRAY_ROW } from './help.ts';
import { SAMPLE_OPTIONS, sampleOrder } from '../options/sample-options.ts';
import { runSamples, type SampleWork } from '../run/sample-run.ts';
import { XraySummary } from '../summary/xray-summary.ts';
import { definitions } from '../text/columns.ts';
import { command } from './command.ts';

export const XRAY = command({
  name: 'xray',
  about: 'judge every sample of a file under every profile, and name the rule where two part',
  help: {
    usage: 'xray --problems P.jsonl --samples S.jsonl [-o OUT.jsonl] [OPTION…]',
    about: 'Judges every sample with every grader, and finds by experiment the rule that changes the reward.',
    more: [filesHelp(), `Rows\n${definitions(XRAY_ROW)}`],
    examples: [
      'xray --problems problems.jsonl --samples samples.jsonl -o xray.jsonl',
      'xray --problems p.jsonl --samples s.jsonl --time-limit 2 | grep \'"extract"\'',
    ],
  },
  options: SAMPLE_OPTIONS,
  async run(values) {
    const order = await sampleOrder(values);
    return runSamples(order, xrayWork());
  },
});

function xrayWork(): SampleWork {
  const summary = new XraySummary();
  return {
    profile: STANDARD,
    stopAtFirstFailure: true,
    summary,
    origin: { command: 'xray' },
    keeps(line, _, problem) {
      const { profiles } = JSON.parse(line) as Partial<XrayFileRow>;
      // A sample on which the judge failed is retried.
      if (!Array.isArray(profiles) || profiles.some(({ reward }) => reward === null)) return false;
      summary.addKept(problem.id, problem.source, profiles.map(lineOf));
      return true;
    },
    async judge(page, sample, job, onRetry) {
      const { lines } = await page.judge({ task: 'xray', ...job }, onRetry);
      summary.add(job.problem.id, job.problem.source, lines);
      return xrayRow(sample, lines);
    },
    unknown(sample, error) {
      const verdict: SampleVerdict = 'unknown-problem';
      return { problem_id: sample.problemId, sample_id: sample.id, verdict, error, profiles: [] };
    },
  };
}

interface XrayFileRow {
  readonly problem_id: string;
  readonly sample_id: string;
  readonly profiles: readonly {
    readonly profile: string;
    readonly reward: XrayLine['reward'];
    readonly verdict: XrayLine['verdict'];
    readonly tests_run: number;
    readonly tests_passed: number;
    readonly tests_total: number;
    readonly block: XrayLine['block'];
    readonly rule: string | null;
    readonly choices: readonly string[];
    readonly source: string | null;
  }[];
}

function xrayRow(sample: Sample, lines: readonly XrayLine[]): XrayFileRow {
  return {
    problem_id: sample.problemId,
    sample_id: sample.id,
    profiles: lines.map((line) => ({
      profile: line.profile,
      reward: line.reward,
      verdict: line.verdict,
      tests_run: line.testsRun,
      tests_passed: line.testsPassed,
      tests_total: line.testsTotal,
      block: line.block,
      rule: line.cause?.says ?? null,
      choices: line.cause?.choices ?? [],
      source: line.cause?.source ?? null,
    })),
  };
}

/** Returns the line of a row from an earlier run, which has no time factor. */
function lineOf(row: XrayFileRow['profiles'][number]): XrayLine {
  const { profile, reward, verdict, block, rule, choices, source } = row;
  const counts = { testsRun: row.tests_run, testsPassed: row.tests_passed, testsTotal: row.tests_total };
  const cause = rule === null ? null : { choices, says: rule, source: source ?? '' };
  return { profile, reward, verdict, block, ...counts, timeFactor: 1, cause };
}
