/** Texts of results and reports: why an output is unreadable, and how the judge itself failed. */

export const isNotText = (): string => 'the output is not UTF-8 text';
export const isNotData = (): string => 'not data';

export const expectsNoJson = (): string =>
  'the expected value of this test is not JSON: correct the problem file';
export const sandboxDied = (): string => 'the sandbox died before the program began';
export const needsPackage = (name: string, why: string): string => `the program needs ${name}: ${why}`;
export const wasStopped = (): string => 'stopped';
export const runWasStopped = (): string => 'the run was stopped';
export const hasNoTests = (): string => 'the problem has no tests';
export const hasNoResult = (): string => 'the sandbox gave no result: run it again';
