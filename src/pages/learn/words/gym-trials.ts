/** The comment that an empty program of the gym begins with. */
export const emptyProgram = '# Your program. It need not solve the problem.\n';
