/** Why the user's text is not a program yet. */
export type Nothing = 'empty' | 'comments' | 'starter';

/**
 * Returns null for a program that can be judged. A problem's starter code is not a program, nor is a text that
 * Python ignores.
 */
export function nothingToJudge(code: string, starter: string): Nothing | null {
  const lines = code.split(/\r?\n/).map((line) => line.trim());
  if (lines.every((line) => line === '')) return 'empty';
  if (trimmed(code) === trimmed(starter)) return 'starter';
  return lines.every((line) => line === '' || line.startsWith('#')) ? 'comments' : null;
}

function trimmed(code: string): string {
  return code.replace(/[^\S\n]+$/gm, '').trim();
}
