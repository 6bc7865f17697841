/** Kinds of values in rows, each as a noun. */
export type ValueKind = keyof typeof VALUE_KINDS;

export const VALUE_KINDS = {
  null: 'null',
  list: 'a list',
  object: 'an object',
  number: 'a number',
  text: 'text',
  flag: 'true or false',
} as const;
