/** Letter code and words of every verdict. The codes follow DMOJ's. */
import type { Verdict } from '../verdict.ts';

export const VERDICT_WORDS: Readonly<Record<Verdict, { readonly code: string; readonly word: string }>> = {
  accepted: { code: 'AC', word: 'Accepted' },
  'wrong-answer': { code: 'WA', word: 'Wrong answer' },
  'runtime-error': { code: 'RE', word: 'Runtime error' },
  'time-limit-exceeded': { code: 'TLE', word: 'Time limit exceeded' },
  'memory-limit-exceeded': { code: 'MLE', word: 'Memory limit exceeded' },
  'output-limit-exceeded': { code: 'OLE', word: 'Output limit exceeded' },
  'syntax-error': { code: 'CE', word: 'Syntax error' },
  'no-code': { code: 'NOCODE', word: 'No code' },
  truncated: { code: 'TRUNC', word: 'Truncated' },
  'judge-error': { code: 'IE', word: 'Judge error' },
  'not-run': { code: '–', word: 'Not run' },
};
