/**
 * The second door into the same page: the command line opens it with `#/door`, serves it programs to
 * judge and takes the reports, so that containment and verdicts are the app's own by construction.
 */
import { assertNever } from '../base/assert-never.ts';
import type { DoorJob, DoorReply, DoorSession } from '../domain/door.ts';
import type { JudgeReport } from '../domain/verdict.ts';
import { Judge } from '../judge/judge.ts';
import { createSandbox } from './sandbox.ts';

const HEARTBEAT_MILLISECONDS = 5_000;

/**
 * Works until the command line has nothing more to judge.
 * @param key the command line's word that tells this page from any other that finds its server
 */
export async function openDoor(key: string): Promise<void> {
  const knock: Knock = (at, body) =>
    fetch(`door/${at}${key === '' ? '' : `?${key}`}`, { method: 'POST', ...(body ? { body } : {}) });
  const session = (await (await knock('session')).json()) as DoorSession;
  const heartbeat = setInterval(() => void knock('alive'), HEARTBEAT_MILLISECONDS);
  const judge = new Judge(createSandbox(session.workers, () => undefined));
  // One more than the workers: while one program runs, the next is on its way.
  await Promise.all(Array.from({ length: session.workers + 1 }, () => work(judge, knock)));
  clearInterval(heartbeat);
}

type Knock = (at: string, body?: string) => Promise<Response>;

async function work(judge: Judge, knock: Knock): Promise<void> {
  for (;;) {
    const response = await knock('next');
    if (response.status === 204) return;
    const job = (await response.json()) as DoorJob;
    const reply: DoorReply = { index: job.index, report: await judged(judge, job) };
    await knock('done', JSON.stringify(reply));
  }
}

function judged(judge: Judge, job: DoorJob): Promise<JudgeReport> {
  const { content, problem } = job;
  const options = {
    ...job.options,
    signal: new AbortController().signal,
    tests: 'all' as const,
    urgent: false,
  };
  switch (content.kind) {
    case 'code':
      return judge.judgeCode(problem, content.code, options);
    case 'response':
      return judge.judgeCompletion(
        problem,
        {
          reasoning: '',
          reasoningOpen: false,
          text: content.response,
          finishReason: job.finishReason,
          usage: null,
        },
        options,
      );
    default:
      return assertNever(content, 'sample');
  }
}
