/** Finds sentences in code below the pages: they belong into a catalogue (`words/`), as those of components do. */
import ts from 'typescript';
import type { FoundText } from './sentences-in-markup.ts';

/** Modules of the rooms below the pages, without tests and catalogues. */
export const HAS_WORDS =
  /^src\/(base|domain|judge|models|datasets|lab|storage|runs)\/(?!(.*\/)?words\/)(?!.*\.(test|contract)\.ts$).*\.ts$/;

/** Files and folders whose texts are no sentences of the page, with the reason. */
export const EXEMPT: readonly (readonly [path: string, reason: string])[] = [
  ['src/models/prompts/', 'prompts as their authors published them, with a word on each'],
  ['src/datasets/preamble.ts', 'names of modules of Python'],
  ['src/datasets/reading/tested-function.ts', 'names of Python'],
  ['src/judge/python/removed-python.ts', 'names of Python'],
  ['src/judge/ruling.ts', 'reasons of a table, which no user reads'],
  ['src/runs/share/report-style.ts', 'CSS'],
];

const THREE_WORDS = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/i;
const PYTHON = /^(from \S+ )?import |^def /m;
const COMMAND_LINE = / --\w[^.]*$/;
/** Their messages are for developers: an expected failure is a code with data. */
const ERROR = /^(Range|Type)?Error$/;
/** Calls that compare with a text of another program. */
const COMPARES = /\.(includes|startsWith|endsWith)$/;
const PROMPT = /prompt$/i;

/** @param source of a TypeScript module */
export function sentencesInCode(source: string): readonly FoundText[] {
  const tree = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const found: FoundText[] = [];
  const take = (text: string, node: ts.Node): void => {
    if (THREE_WORDS.test(text) && !PYTHON.test(text) && !COMMAND_LINE.test(text))
      found.push({ text, at: node.getStart(tree) });
  };
  const isExempt = (node: ts.Node): boolean =>
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    (ts.isNewExpression(node) && ERROR.test(node.expression.getText(tree))) ||
    (ts.isCallExpression(node) && COMPARES.test(node.expression.getText(tree))) ||
    ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
      PROMPT.test(node.name.getText(tree)));
  const visit = (node: ts.Node): void => {
    if (isExempt(node)) return;
    if (ts.isStringLiteralLike(node)) take(node.text, node);
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      take(parts.map(({ text }) => text).join('0'), node);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
