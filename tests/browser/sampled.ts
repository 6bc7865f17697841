/**
 * Every sixth row of a long table; all of them in the long tier, whose projects set `ALLPASS_WHOLE`. The first
 * is always among them.
 */
export function sampled<Row>(rows: readonly Row[]): readonly Row[] {
  const whole: unknown = import.meta.env['ALLPASS_WHOLE'];
  return whole === '1' ? rows : rows.filter((_, index) => index % 6 === 0);
}
