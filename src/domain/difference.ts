/** The place at which an output differs from the expected one. */
export type Difference =
  /** Not the same number of lines after stripping. */
  | { readonly kind: 'line-count'; readonly expected: number; readonly got: number }
  /** Lines are counted from 0 in the stripped texts; `token` is null when the whole line differs. */
  | { readonly kind: 'line'; readonly line: number; readonly token: number | null }
  /** Words between white space are counted from 0 in the whole texts. */
  | { readonly kind: 'token'; readonly token: number }
  /** One text has further words after the other, which is equal so far, has ended. */
  | { readonly kind: 'token-count'; readonly expected: number; readonly got: number }
  /** Line and column (UTF-16 code units) are counted from 0 in the unchanged texts, which are equal up to there. */
  | { readonly kind: 'character'; readonly line: number; readonly column: number }
  /** In call mode, a path into the value in the manner of Python, e.g. `[3]['x']`; '' for the value itself. */
  | { readonly kind: 'value'; readonly path: string }
  /** The output could not be read (not UTF-8, or not data). */
  | { readonly kind: 'unreadable'; readonly reason: string };
