/** `allpass xray`: every sample of a file under every profile, and the rule where two part. */
import type { XrayLine } from '../../../judge/protocol/driver-page.ts';
import type { Sample } from '../../../domain/sample.ts';
import { parseOptions } from '../options.ts';
import { profileOption, runSamples, SAMPLE_OPTIONS, SAMPLE_USAGE } from '../sample-work.ts';

export const XRAY_USAGE = `allpass xray --problems P.jsonl --samples S.jsonl [-o OUT.jsonl]
${SAMPLE_USAGE}`;

/** @returns the exit code: 0 when every sample was judged under every profile, 1 when some could not be */
export function xray(args: readonly string[]): Promise<number> {
  const values = parseOptions(args, SAMPLE_OPTIONS);
  const task = { task: 'xray', profile: profileOption('standard'), stopAtFirstFailure: true } as const;
  return runSamples(values, task, (sample, reply) => {
    if (!('lines' in reply)) throw new Error('the page answered an X-ray with something else');
    const { lines } = reply;
    const others = lines.filter(({ cause }) => cause !== null).length;
    return {
      row: xrayRow(sample, lines),
      word: others === 0 ? 'all agree' : `${others} of ${lines.length} differ`,
      unjudged: lines.some(({ reward }) => reward === null),
    };
  });
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
