/** Reports problems that accept a program that does nothing. Their tests can fail no program. */
import { counted } from '../../base/number-words.ts';

export const EMPTY_PROGRAM = { kind: 'program', code: 'pass\n' } as const;

const MOST_NAMED = 10;

/**
 * @param ids at least one problem that accepts the empty program. @returns a sentence without its full stop
 */
export function emptyProgramText(ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const more = ids.length > MOST_NAMED ? `, and ${ids.length - MOST_NAMED} more` : '';
  return `${counted(ids.length, 'problem')} ${ids.length === 1 ? 'accepts' : 'accept'} a program that does nothing (pass), so any program earns reward 1 there: ${named}${more}`;
}
