/** Why a program of the user's own is none yet. */
export type Nothing = 'empty' | 'comments' | 'starter';

/** Null for what may be judged. The starter code of a problem is no program, nor is text that Python ignores. */
export function nothingToJudge(code: string, starter: string): Nothing | null {
  const lines = code.split(/\r?\n/).map((line) => line.trim());
  if (lines.every((line) => line === '')) return 'empty';
  if (trimmed(code) === trimmed(starter)) return 'starter';
  return lines.every((line) => line === '' || line.startsWith('#')) ? 'comments' : null;
}

function trimmed(code: string): string {
  return code.replace(/[^\S\n]+$/gm, '').trim();
}
