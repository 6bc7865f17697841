/** What every grader says of exploits, by the judge in the built page. */
import type { Board } from '../../datasets/gym.ts';
import type { Exploit, Ruling } from '../../domain/exploit.ts';
import type { Problem } from '../../domain/problem.ts';
import { GYM_GRADERS } from '../../judge/profiles/gym-graders.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import type { DriverJob, XrayLine } from '../../judge/protocol/driver-page.ts';
import { judgeInPage } from '../cli/page/built-page.ts';

/** @throws PageFailure when the page or the browser fails */
export async function judgeExploits(
  problems: readonly Problem[],
  exploits: readonly Exploit[],
): Promise<Board> {
  const others = GYM_GRADERS.filter((profile) => profile !== STANDARD).map(({ name }) => name);
  const jobs = exploits.map((exploit, index): DriverJob => {
    const problem = problems.find(({ id }) => id === exploit.problem);
    if (problem === undefined) throw new Error(`${exploit.id}: there is no problem ${exploit.problem}`);
    const completion = {
      reasoning: '',
      reasoningOpen: false,
      text: exploit.raw,
      finishReason: 'stop',
      usage: null,
    } as const;
    const submission = { kind: 'completion', completion } as const;
    const options = { stopAtFirstFailure: true, profile: STANDARD.name, profiles: others };
    return { index, problem, submission, task: 'xray', options };
  });
  const found = new Map<number, readonly Ruling[]>();
  await judgeInPage(
    jobs,
    { workers: 1 },
    {
      onOpening: () => undefined,
      onBegin: () => undefined,
      onRetry: () => undefined,
      onReply(reply) {
        if (!('lines' in reply)) throw new Error('the page answered an X-ray with something else');
        found.set(reply.index, reply.lines.map(rulingOf));
      },
    },
  );
  return Object.fromEntries(exploits.map(({ id }, index) => [id, found.get(index) ?? []]));
}

function rulingOf(line: XrayLine): Ruling {
  const { profile, verdict, reward, testsPassed, testsRun, testsTotal, cause } = line;
  const { says = null, source = null } = cause ?? {};
  return { profile, verdict, reward, testsPassed, testsRun, testsTotal, says, source };
}
