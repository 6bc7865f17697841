/** Half sentences about fields of a row, behind the name of the field. */

export const isMissing = (): string => 'is missing';
