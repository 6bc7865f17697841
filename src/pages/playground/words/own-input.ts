/** Sentences of the field for the user's own input. */
import { duration } from '../../../base/number-words.ts';
import type { Problem } from '../../../domain/problem.ts';
import { inputFaultText } from '../../../judge/own-input-text.ts';
import type { OwnRun } from '../../../judge/own-run.ts';

export const heading = 'Own input';
export const publicTestLabel = 'Use the input of a public test';
export const publicTestChoice = 'Use the input of…';
export const publicTest = (number: number): string => `Test ${number}`;
export const stopButton = 'Stop';
export const runButton = 'Run';
export const buttonSubject = 'on own input';
export const closeButton = 'Close own input';

/** Describes the text that the field takes. */
export function hint({ mode, functionName }: Pick<Problem, 'mode' | 'functionName'>): string {
  switch (mode) {
    case 'stdin':
      return 'The program reads this text as its standard input.';
    case 'call':
      return `A call as in the samples, such as ${functionName ?? 'f'}(…), or only its arguments.`;
    case 'assert':
      return 'The program reads this text as its standard input. The check of the problem does not run.';
  }
}

export const starting = 'Starting Python…';
export const running = 'Running…';
/** Name of the run beside its clock. */
export const clockSubject = 'The run';

export const returnedHeading = 'Returned';
export const outputHeading = 'Output';
export const outputLabel = 'Output on own input';
export const printedHeading = 'Printed';
export const printedLabel = 'Printed on own input';
export const errorHeading = 'Error';
export const tracebackHeading = 'Traceback';
export const errorLabel = 'Error on own input';
export const stderrHeading = 'Standard error';
export const stderrLabel = 'Standard error on own input';

/**
 * How a run on the user's own input ended. No verdict: nothing was compared.
 * @param limit seconds that were allowed, as they are stated
 */
export function ownRunWords(run: OwnRun, limit: number): string {
  if (run.type === 'stopped') return 'Stopped.';
  if (run.type === 'refused') return inputFaultText(run.why);
  if (run.type === 'unloaded') return run.message;
  const time = run.milliseconds === null ? null : duration(run.milliseconds);
  const after = time === null ? '' : ` after ${time}`;
  switch (run.failure) {
    case null:
      if (run.got === null) return `It ended${after}. Its output is neither text nor plain data.`;
      return time === null ? 'Finished.' : `Finished in ${time}.`;
    case 'runtime-error':
      if (run.error?.name === 'TypeError' && /\bpositional arguments?\b/.test(run.error.message))
        return `Python says: ${run.error.message}. Write a call with as many arguments as the function takes.`;
      return `It ended with ${run.error?.name || 'an error'}${after}.`;
    case 'time-limit-exceeded': {
      const here = duration(limit * run.timeFactor * 1000);
      return `It did not end within ${here} (limit of ${limit} s × ${Number(run.timeFactor.toFixed(2))} for this computer).`;
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
