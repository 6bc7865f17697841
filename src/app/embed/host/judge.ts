/**
 * The module `embed/judge.js`: the judge of Allpass for pages that show problems themselves. Its types are a file of
 * their own, which such pages use.
 */
import type { createJudge as declared, EmbedVerdict, JudgeTask } from './judge-types.ts';
import type { GivenProblem, JudgeToPage, PageToJudge } from '../protocol.ts';
import { addEngineFrame } from './frames.ts';

interface Job extends Pick<JudgeTask, 'onTest'> {
  readonly resolve: (verdict: EmbedVerdict) => void;
  readonly reject: (error: Error) => void;
}

export const createJudge: typeof declared = (base = new URL('../', import.meta.url)) => {
  const address = new URL(base, document.baseURI);
  const jobs = new Map<number, Job>();
  let nextJob = 1;
  let disposal: Error | null = null;
  let onPort: (port: MessagePort) => void = () => undefined;
  let onFailure: (error: Error) => void = () => undefined;
  const port = new Promise<MessagePort>((resolve, reject) => ([onPort, onFailure] = [resolve, reject]));
  port.catch(() => undefined);
  const frame = addEngineFrame(
    address,
    (opened) => {
      opened.onmessage = ({ data }: MessageEvent<JudgeToPage>) => receive(data);
      onPort(opened);
    },
    () =>
      onFailure(
        new Error(
          `Allpass did not start: ${address.origin} could not be reached, or a policy forbids its frame`,
        ),
      ),
  );
  const receive = (message: JudgeToPage): void => {
    const job = jobs.get(message.job);
    if (job === undefined) return;
    if (message.type === 'test') return job.onTest?.(message.test);
    jobs.delete(message.job);
    if (message.type === 'verdict') job.resolve(message.verdict);
    else job.reject(new Error(message.message));
  };
  return {
    async judge({ problem, program, profile = 'standard', signal, onTest }) {
      const to = await port;
      if (disposal !== null) throw disposal;
      const send = (message: PageToJudge): void => to.postMessage(message);
      signal?.throwIfAborted();
      const job = nextJob++;
      const given: GivenProblem =
        typeof problem === 'string'
          ? { kind: 'bundled', id: problem }
          : { kind: 'json', text: JSON.stringify(problem) };
      const stop = (): void => send({ type: 'stop', job });
      signal?.addEventListener('abort', stop, { once: true });
      try {
        return await new Promise<EmbedVerdict>((resolve, reject) => {
          jobs.set(job, { resolve, reject, ...(onTest && { onTest }) });
          send({ type: 'judge', job, request: { problem: given, program, profile } });
        });
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    dispose() {
      const error = (disposal = new Error('the judge was disposed'));
      frame.remove();
      onFailure(error);
      for (const job of jobs.values()) job.reject(error);
      jobs.clear();
    },
  };
};
