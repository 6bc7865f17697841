/** Things inside an f-string that only Python 3.12 and later accept. */

export const deeperFields = (): string => 'deeper fields';
export const ownQuotes = (): string => 'the quotes of its own';
export const backslash = (): string => 'a backslash';
export const comment = (): string => 'a comment';
export const lines = (): string => 'lines';
