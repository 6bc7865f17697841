/** Half sentences about the end of a problem's own checker, from outside or by an error. */

export const tookTooLong = (seconds: number): string => `it did not end within ${seconds} s`;
export const neededMemory = (megabytes: number): string => `it needs more than ${megabytes} MB`;
export const neverBegan = (): string => 'the sandbox died before it began';
/** @param cause a text of the sandbox */
export const wasLost = (cause: string): string => cause;
export const raised = (name: string, message: string): string => `${name}: ${message}`;
