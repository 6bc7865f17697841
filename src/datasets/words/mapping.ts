/** Sentences about a mapping of columns, and half sentences about rows read by one, behind the name of the column. */

// mapping.ts: whole sentences
export const noStatementColumn = (): string => 'Say which column has the statement.';
export const testsTwice = (): string =>
  'Tests stand in one column, or their inputs and outputs in two: not both.';
export const noTestColumn = (): string =>
  'Say which column has the tests, or which two have their inputs and outputs.';
export const oneOfTwoColumns = (): string => 'Inputs and outputs go together: say where the others are.';

// mapped-format.ts
export const expectedMappedTests = (): string =>
  'expected a list of tests, an object with inputs and outputs, or Python with asserts';
export const unpairedTests = (inputs: number, outputs: number): string =>
  `${inputs} inputs and ${outputs} outputs: which belong together is not known`;
