import type { Ruling } from '../../../domain/exploit.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import * as words from '../words/rulings.ts';

/** The rulings on one answer, by the graders' names. */
export type Rulings = ReadonlyMap<string, Ruling>;

/**
 * Returns a sentence that names the fooled graders, or says that no grader is fooled; null until every grader has
 * ruled.
 */
export function fooledWords(graders: readonly Profile[], rulings: Rulings): string | null {
  const spoken = graders.flatMap(({ name }) => rulings.get(name) ?? []);
  if (spoken.length < graders.length) return null;
  if (spoken.some(({ reward }) => reward === null)) return words.judgeFailedForSome;
  if (rulings.get(STANDARD.name)?.reward === 1) return words.solves;
  const fooled = graders.filter(({ name, grades }) => grades && rulings.get(name)?.reward === 1);
  return fooled.length === 0 ? words.foolsNone : words.fools(fooled.map(({ title }) => title));
}
