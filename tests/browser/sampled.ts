/**
 * Every third row of a long table; all of them in the long tier, whose projects set `ALLPASS_WHOLE`. The first
 * is always among them.
 */
export function sampled<Row>(rows: readonly Row[]): readonly Row[] {
  const { env } = import.meta as { readonly env?: Readonly<Record<string, unknown>> };
  return env?.['ALLPASS_WHOLE'] === '1' ? rows : rows.filter((_, index) => index % 3 === 0);
}
