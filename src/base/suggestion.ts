/** "Did you mean": suggestions for mistyped names. */
import { closestMatch } from 'leven';

/**
 * The known name that was most likely meant, capitals aside; null where none is near. For one or two letters any
 * other would do.
 */
export function suggestion(given: string, known: readonly string[]): string | null {
  if (given.length < 3) return null;
  const wanted = given.toLowerCase();
  const names = known.map((name) => name.toLowerCase());
  // About a third of the letters: beyond, a guess is noise. Two that changed places count as two.
  const maxDistance = Math.floor((given.length + 1) / 3);
  const near = closestMatch(wanted, names, { maxDistance });
  if (near !== undefined) return known[names.indexOf(near)] ?? null;
  const longer = known.filter((_, at) => names[at]!.includes(wanted));
  return longer.length === 1 ? longer[0]! : null;
}
