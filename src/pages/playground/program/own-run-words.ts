import { testTime } from '../../../base/number-words.ts';
import type { OwnRun } from '../../../domain/own-run.ts';

/**
 * How a run on the user's own input ended. No verdict: nothing was compared.
 * @param limit seconds that were allowed, as they are stated
 */
export function ownRunWords(run: OwnRun, limit: number): string {
  if (run.type === 'stopped') return 'Stopped.';
  if (run.type === 'refused') return run.message;
  const time = run.milliseconds === null ? '' : ` after ${testTime(run.milliseconds)}`;
  switch (run.failure) {
    case null:
      if (run.got === null) return `It ended${time}, and what it gave is no text and no plain data.`;
      return `It ended by itself${time}.`;
    case 'runtime-error':
      if (run.error?.name === 'TypeError' && /\bpositional arguments?\b/.test(run.error.message))
        return `Python says: ${run.error.message}. Each line of the input is one argument: give as many as the function takes.`;
      return `It ended with ${run.error?.name || 'an error'}${time}.`;
    case 'time-limit-exceeded': {
      const here = (limit * run.timeFactor).toFixed(1);
      return `It did not end within ${here} s: ${limit} s × ${Number(run.timeFactor.toFixed(2))}, this machine.`;
    }
    case 'memory-limit-exceeded':
      return 'It needed more memory than the problem gives.';
    case 'output-limit-exceeded':
      return 'It printed more than is kept of an output.';
    case 'syntax-error':
      return 'It does not compile.';
    case 'judge-error':
      return 'The sandbox failed, not the program.';
  }
}
