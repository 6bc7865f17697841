/**
 * Sentences as codes with data. Code below the pages says which sentence it means and with which values; the place
 * that shows or records it looks the sentence up in a catalogue, so that a second language is another catalogue.
 */

/** The values of a sentence are plain: they cross workers and are stored. */
export type Datum = string | number | boolean | null | readonly Datum[] | { readonly [name: string]: Datum };

/** A code of the catalogue `C`, a module of functions, with the data that its function takes. */
export type Coded<C> = {
  [K in keyof C & string]: C[K] extends (...data: infer D) => unknown
    ? { readonly code: K; readonly data: Readonly<D> }
    : never;
}[keyof C & string];

export type DataOf<F> = F extends (...data: infer D) => unknown ? D : never;

/** Writes a code of the catalogue `C`; the catalogue itself, with its sentences, need not be loaded for that. */
export type Coder<C> = <K extends keyof C & string>(code: K, ...data: DataOf<C[K]>) => Coded<C>;

export function coder<C>(): Coder<C> {
  return (code, ...data) => ({ code, data }) as unknown as Coded<C>;
}

/** The results of the functions of the catalogue `C`: sentences, most often. */
type WordsIn<C> = { [K in keyof C]: C[K] extends (...data: never[]) => infer Words ? Words : never }[keyof C];

/** The words that a catalogue has for a code. */
export function wordsOf<C>(
  catalogue: C,
  coded: { readonly code: keyof C & string; readonly data: readonly unknown[] },
): WordsIn<C> {
  return (catalogue[coded.code] as (...data: readonly unknown[]) => WordsIn<C>)(...coded.data);
}

type Merged<Catalogues extends readonly unknown[]> = Catalogues extends readonly [
  infer First,
  ...infer Others,
]
  ? First & Merged<Others>
  : unknown;

/**
 * Makes one catalogue of several.
 * @throws when two of them have the same code: one sentence would be shown for both
 */
export function merged<const Catalogues extends readonly object[]>(
  ...catalogues: Catalogues
): Merged<Catalogues> {
  const codes = catalogues.flatMap((catalogue) => Object.keys(catalogue));
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice !== undefined) throw new Error(`two catalogues have the code ${twice}`);
  return Object.assign({}, ...catalogues) as Merged<Catalogues>;
}
