/** The losses of other loaders: half sentences behind the name of the loader. */

export const gradesCallsAsStdin = (): string =>
  'drops fn_name and grades the calls as stdin programs: nothing can pass';
export const padsTests = (): string =>
  'pads the shorter of inputs and outputs with its first element: tests that no right program passes';
export const takesFirstElement = (): string => 'takes the first element of an expected list for the whole';
export const parsesEmptyLine = (): string =>
  'parse a blank line of a functional input, or an empty one, as JSON: nothing can pass';
/** @param calls the most that it takes */
export const losesFunctionName = (calls: number): string =>
  `loses fn_name where more than ${calls} calls are given: nothing can pass`;
export const passesPublicTestsOnly = (): string => 'passes the public tests only, and no metadata';
