/** `allpass xray`: every sample of a file under every profile, and the rule where two part. */
import type { XrayLine } from '../../../judge/protocol/driver-page.ts';
import type { Sample } from '../../../domain/sample.ts';
import type { SampleVerdict } from '../../../domain/verdict.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { commandHelp, filesHelp, XRAY_ROW } from '../help.ts';
import { parseOptions } from '../options.ts';
import { SAMPLE_OPTIONS, SAMPLE_OPTIONS_HELP, sampleOrder } from '../sample-options.ts';
import { runSamples, type SampleWork } from '../sample-work.ts';
import { XraySummary } from '../summary/xray-summary.ts';
import { definitions } from '../text/columns.ts';
import type { Command } from './command.ts';

export const XRAY: Command = {
  name: 'xray',
  about: 'judge every sample of a file under every profile, and name the rule where two part',
  help: commandHelp({
    usage: 'xray --problems P.jsonl --samples S.jsonl [-o OUT.jsonl] [OPTION…]',
    about:
      'Judges every sample by the rules of every grader, and finds by experiment the rule that makes a difference.',
    options: SAMPLE_OPTIONS_HELP,
    more: [filesHelp(), `Rows\n${definitions(XRAY_ROW)}`],
    examples: [
      'xray --problems problems.jsonl --samples samples.jsonl -o xray.jsonl',
      'xray --problems p.jsonl --samples s.jsonl --time-limit 2 | grep \'"extract"\'',
    ],
  }),
  run(args) {
    return runSamples(sampleOrder(parseOptions(args, SAMPLE_OPTIONS, 'allpass xray --help')), xrayWork());
  },
};

function xrayWork(): SampleWork {
  const summary = new XraySummary();
  return {
    task: 'xray',
    profile: STANDARD,
    stopAtFirstFailure: true,
    judged(sample, problem, reply) {
      if (!('lines' in reply)) throw new Error('the page answered an X-ray with something else');
      summary.add(problem.id, problem.source, reply.lines);
      return xrayRow(sample, reply.lines);
    },
    unknown(sample, error) {
      summary.addUnknown();
      const verdict: SampleVerdict = 'unknown-problem';
      return { problem_id: sample.problemId, sample_id: sample.id, verdict, error, profiles: [] };
    },
    get soFar() {
      return summary.soFar;
    },
    get unjudged() {
      return summary.unjudged;
    },
    summary: (facts) => summary.lines(facts),
  };
}

function xrayRow(sample: Sample, lines: readonly XrayLine[]): object {
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
