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
      if (run.got === null) return `It ended${time}. Its output is neither text nor plain data.`;
      return `Finished${time.replace(' after', ' in')}.`;
    case 'runtime-error':
      if (run.error?.name === 'TypeError' && /\bpositional arguments?\b/.test(run.error.message))
        return `Python says: ${run.error.message}. Write a call with as many arguments as the function takes.`;
      return `It ended with ${run.error?.name || 'an error'}${time}.`;
    case 'time-limit-exceeded': {
      const here = (limit * run.timeFactor).toFixed(1);
      return `It did not end within ${here} s (limit of ${limit} s × ${Number(run.timeFactor.toFixed(2))} for this computer).`;
    }
    case 'memory-limit-exceeded':
      return 'It exceeded the memory limit of the problem.';
    case 'output-limit-exceeded':
      return 'It exceeded the output limit.';
    case 'syntax-error':
      return 'Python cannot read this program.';
    case 'judge-error':
      return 'The sandbox failed, not the program.';
  }
}
