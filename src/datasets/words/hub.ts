/** Sentences about the list of a data set on the Hub. */

const MOST_NAMED = 12;

/** Describes the parts that a card promises and that have no file; null for none. @param parts their names */
export function filelessText(parts: readonly string[]): string | null {
  if (parts.length === 0) return null;
  const more = parts.length - MOST_NAMED;
  const names = parts.slice(0, MOST_NAMED).join(', ');
  return `Its card names these too, but no file is there for them: ${names}${more > 0 ? `, and ${more} more` : ''}.`;
}
