/** Suggests names for mistyped ones ("Did you mean …?"). */
import { closestMatch } from 'leven';

/**
 * Returns the known name closest to the given one, ignoring case; null if none is close. Names of one or two
 * letters get no suggestion, because any other short name would be close.
 */
export function suggestion(typedName: string, candidates: readonly string[]): string | null {
  if (typedName.length < 3) return null;
  const lowerCaseName = typedName.toLowerCase();
  const names = candidates.map((name) => name.toLowerCase());
  // About a third of the letters may differ, because a more distant name is not a useful guess. Two swapped letters
  // count as two.
  const maxDistance = Math.floor((typedName.length + 1) / 3);
  const closestName = closestMatch(lowerCaseName, names, { maxDistance });
  if (closestName !== undefined) return candidates[names.indexOf(closestName)] ?? null;
  const longerNames = candidates.filter((_, at) => names[at]!.includes(lowerCaseName));
  return longerNames.length === 1 ? longerNames[0]! : null;
}
