/** Half sentences about problems that a shape has no place for, behind the id of the problem. */

export const checkHasNoPlace = (): string => 'is graded by a check, which has no place there';
export const checkerHasNoPlace = (): string =>
  'needs a checker, which has no place there: right answers would earn nothing';
