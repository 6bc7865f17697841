/** The placeholders of a template with their meanings. `promptFault` reports any other name between doubled braces. */
export const MEANINGS = {
  statement: 'the problem as it is written, without the blank space around it',
  examples: 'the public tests, under a heading of their own; nothing where the statement shows them itself',
  format: 'one of the two texts on the format of the answer',
  starter_code: 'the starter code; the head of the function where a problem has none; else nothing',
  function_name: 'the name of the function that is asked for; nothing where the program reads stdin',
} as const;

export type Placeholder = keyof typeof MEANINGS;
export const PLACEHOLDERS = Object.keys(MEANINGS) as readonly Placeholder[];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

export function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((placeholder) => placeholder === name);
}

/** Matches names only. Braces around other text, as in formulas and code, are treated as text. */
const PATTERN = /\{\{[ \t]*([A-Za-z_][\w -]*?)[ \t]*\}\}/g;

/**
 * Fills the placeholders of a template in one pass. A value is inserted as text, even if it looks like a
 * placeholder. Unknown names are unchanged.
 */
export function fillTemplate(template: string, values: Readonly<Partial<PlaceholderValues>>): string {
  return template.replace(PATTERN, (original, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Placeholder] ?? '') : original,
  );
}

/** Returns the names between double braces, in order, with repetitions. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(PATTERN)].map((match) => match[1] ?? '');
}
