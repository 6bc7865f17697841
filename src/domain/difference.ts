/** Where an output and the expected one part. */
export type Difference =
  /** Not the same number of lines after stripping. */
  | { readonly kind: 'line-count'; readonly expected: number; readonly got: number }
  /** Lines are counted from 0 in the stripped texts; `token` is null when the whole line differs. */
  | { readonly kind: 'line'; readonly line: number; readonly token: number | null }
  /** Call mode: a Python-like path into the value, '' for the value itself, e.g. `[3]['x']`. */
  | { readonly kind: 'value'; readonly path: string }
  /** The output could not be read at all (not UTF-8, not data). */
  | { readonly kind: 'unreadable'; readonly reason: string };
