/** "Did you mean": suggestions for mistyped names. */
import { closestMatch } from 'leven';

/**
 * Returns the known name closest to the given one, ignoring case; null if none is close. Names of one or two
 * letters get no suggestion, because any other would be close.
 */
export function suggestion(given: string, known: readonly string[]): string | null {
  if (given.length < 3) return null;
  const wanted = given.toLowerCase();
  const names = known.map((name) => name.toLowerCase());
  // About a third of the letters: a more distant name is not a useful guess. Two swapped letters count as
  // two.
  const maxDistance = Math.floor((given.length + 1) / 3);
  const near = closestMatch(wanted, names, { maxDistance });
  if (near !== undefined) return known[names.indexOf(near)] ?? null;
  const longer = known.filter((_, at) => names[at]!.includes(wanted));
  return longer.length === 1 ? longer[0]! : null;
}
