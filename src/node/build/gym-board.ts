/** Makes the gym's board: the ruling of every grader on each exploit, from the judge in the built page. */
import type { Board } from '../../datasets/gym.ts';
import type { Exploit, ExploitRuling } from '../../domain/exploit.ts';
import type { Problem } from '../../domain/problem.ts';
import { GYM_GRADERS } from '../../judge/profiles/gym-graders.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import type { XrayLine } from '../../judge/protocol/driver-page.ts';
import { openPage } from '../cli/page/built-page.ts';

/** @throws PageFailure if the page or the browser fails */
export async function judgeExploits(
  problems: readonly Problem[],
  exploits: readonly Exploit[],
): Promise<Board> {
  const otherProfiles = GYM_GRADERS.filter((profile) => profile !== STANDARD).map(({ name }) => name);
  const page = await openPage({ workers: 1 });
  const judgedExploits = exploits.map(async ({ id, problem: name, raw }) => {
    const problem = problems.find((candidate) => candidate.id === name);
    if (problem === undefined) throw new Error(`${id}: there is no problem ${name}`);
    const completion = {
      reasoning: '',
      reasoningOpen: false,
      text: raw,
      finishReason: 'stop',
      usage: null,
    } as const;
    const submission = { kind: 'completion', completion } as const;
    const options = { stopAtFirstFailure: true, profile: STANDARD.name, profiles: otherProfiles };
    const { lines } = await page.judge({ task: 'xray', problem, submission, options });
    return [id, lines.map(rulingOf)] as const;
  });
  return Object.fromEntries(await Promise.all(judgedExploits).finally(() => page.close()));
}

function rulingOf(line: XrayLine): ExploitRuling {
  const { profile, verdict, reward, testsPassed, testsRun, testsTotal, cause } = line;
  const { says = null, source = null } = cause ?? {};
  return { profile, verdict, reward, testsPassed, testsRun, testsTotal, says, source };
}
