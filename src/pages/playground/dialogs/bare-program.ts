/** Detects a program that was pasted without a code fence, which graders look for. */
import { parser } from '@lezer/python';

/** Maximum number of characters that are parsed. The beginning of a text is sufficient. */
const LOOKED_AT = 20_000;

/**
 * Statements that occur only in Python code. An expression statement is not one of them, because every word is an
 * expression.
 */
const STATEMENTS: ReadonlySet<string> = new Set([
  'AssignStatement',
  'ClassDefinition',
  'DecoratedStatement',
  'ForStatement',
  'FunctionDefinition',
  'IfStatement',
  'ImportStatement',
  'CallExpression',
  'ReturnStatement',
  'TryStatement',
  'UpdateStatement',
  'WhileStatement',
  'WithStatement',
]);

/** Whether a text is Python code, possibly with a few syntax errors, and not an answer that describes a program. */
export function isBareProgram(text: string): boolean {
  if (/^\s*(?:```|~~~)/m.test(text)) return false;
  let statements = 0;
  let errors = 0;
  parser.parse(text.slice(0, LOOKED_AT)).iterate({
    enter({ type }) {
      if (type.isError) errors++;
      else if (STATEMENTS.has(type.name)) statements++;
    },
  });
  return statements > 0 && errors * 4 <= statements;
}
