/** The place at which an output differs from the expected one. */
export type Difference =
  /** Not the same number of lines after stripping. */
  | { readonly kind: 'line-count'; readonly expected: number; readonly got: number }
  /** Lines are counted from 0 in the stripped texts; `token` is null when the whole line differs. */
  | { readonly kind: 'line'; readonly line: number; readonly token: number | null }
  /** Words between white space are counted from 0 in the whole texts. */
  | { readonly kind: 'token'; readonly token: number }
  /** One text goes on with words where the other, equal so far, has ended. */
  | { readonly kind: 'token-count'; readonly expected: number; readonly got: number }
  /** Line and column (UTF-16 code units) count from 0 in the texts as they are, which are the same up to there. */
  | { readonly kind: 'character'; readonly line: number; readonly column: number }
  /** Call mode: a Python-like path into the value, '' for the value itself, e.g. `[3]['x']`. */
  | { readonly kind: 'value'; readonly path: string }
  /** The output could not be read at all (not UTF-8, not data). */
  | { readonly kind: 'unreadable'; readonly reason: string };
