/** A program that was pasted as it is, without the fence that graders look for. */
import { parser } from '@lezer/python';

/** Number of characters that are parsed. The beginning is sufficient. */
const LOOKED_AT = 20_000;

/** Statements that occur only in Python code. A lone expression does not count, because any word is one. */
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

/** Whether a text is Python itself, a slip or two in it, and no answer that speaks of a program. */
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
