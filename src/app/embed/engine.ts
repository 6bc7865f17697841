/** The engine's frame: one sandbox for all problems of a course page, and the judge for pages of others. */
import { errorMessage } from '../../base/error-message.ts';
import { Judge, type JudgePort } from '../../judge/judge.ts';
import { findProfile } from '../../judge/profiles/custom.ts';
import type { SandboxStatus } from '../../sandbox/hosts/sandbox-runner.ts';
import { offThreadComparer } from '../off-thread-comparer.ts';
import { startSandbox } from '../sandbox.ts';
import { givenProblem } from './given-problem.ts';
import { embedVerdict, parseRequest, type JudgeToPage, type PageToJudge } from './protocol.ts';

export interface SharedEngine {
  readonly judge: JudgePort;
  /** Calls `onStatus` with the current status and with each change. Returns a function that ends it. */
  readonly watch: (onStatus: (status: SandboxStatus) => void) => () => void;
}

declare global {
  interface Window {
    /** Only frames of the same origin can read it. The course page has another one. */
    allpassEngine?: SharedEngine;
  }
}

export function createEngine(): SharedEngine {
  const { sandbox, setStatusListener } = startSandbox();
  const listeners = new Set<(status: SandboxStatus) => void>();
  let current: SandboxStatus = { type: 'starting' };
  setStatusListener((status) => {
    current = status;
    for (const listener of listeners) listener(status);
  });
  return {
    judge: new Judge(sandbox, offThreadComparer),
    watch(onStatus) {
      listeners.add(onStatus);
      onStatus(current);
      return () => void listeners.delete(onStatus);
    },
  };
}

/** Starts Python. Returns a function that judges for the page that has the other end of a port. */
export function startEngine(): (port: MessagePort) => void {
  const engine = createEngine();
  window.allpassEngine = engine;
  return (port) => serve(engine.judge, port);
}

function serve(judge: JudgePort, port: MessagePort): void {
  const jobs = new Map<number, AbortController>();
  const send = (message: JudgeToPage): void => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<PageToJudge>) => {
    if (data.type === 'stop') jobs.get(data.job)?.abort();
    else void judgeFor(data.job, data.request);
  };
  const judgeFor = async (job: number, value: unknown): Promise<void> => {
    const refuse = (message: string): void => send({ type: 'refused', job, message });
    const request = parseRequest(value);
    if (request === null) return refuse('The request needs a problem and a program.');
    const profile = findProfile(request.profile);
    if (profile === null) return refuse(`There is no profile “${request.profile}”.`);
    const controller = new AbortController();
    jobs.set(job, controller);
    try {
      const { problem } = await givenProblem(request.problem);
      const report = await judge.judge(
        problem,
        { kind: 'program', code: request.program },
        {
          signal: controller.signal,
          tests: 'all',
          profile,
          stopAtFirstFailure: false,
          stopAtTimeOut: true,
          onTest: ({ verdict, milliseconds }) =>
            send({ type: 'test', job, test: { verdict, ms: milliseconds } }),
        },
      );
      send({ type: 'verdict', job, verdict: embedVerdict(report, request.program) });
    } catch (error) {
      refuse(errorMessage(error));
    } finally {
      jobs.delete(job);
    }
  };
}
