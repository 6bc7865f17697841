/** HumanEval+ and MBPP+ contain the problems of another data set, with stronger tests. */
const PLUS = /(humaneval|mbpp)[-_ ]?(?:\+|plus)/i;

/** Whether the name of a file or a source is that of HumanEval+ or MBPP+. */
export function isPlus(name: string): boolean {
  return PLUS.test(name);
}

/** Returns the data set from which a source takes its problems: `humaneval` for `humaneval+`. */
export function plainSource(source: string): string {
  return source.replace(PLUS, '$1');
}
