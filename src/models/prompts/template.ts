/** The placeholders of a template. Anything else between doubled braces is a fault, said by `promptFault`. */
export const PLACEHOLDERS = ['statement', 'examples', 'format', 'starter_code', 'function_name'] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

export function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((known) => known === name);
}

/** Names only: braces around anything else, as formulas and code have them, are text. */
const PATTERN = /\{\{[ \t]*([A-Za-z_][\w -]*?)[ \t]*\}\}/g;

/**
 * The template with its placeholders filled, in one pass: what a value holds is text, even where it reads
 * like a placeholder. Names that are none stay as they are written.
 */
export function fillTemplate(template: string, values: Readonly<Partial<PlaceholderValues>>): string {
  return template.replace(PATTERN, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Placeholder] ?? '') : written,
  );
}

/** The names between doubled braces, in order, each as often as it stands there. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(PATTERN)].map((match) => match[1] ?? '');
}
