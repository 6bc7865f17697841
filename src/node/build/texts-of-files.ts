/** Finds the texts that people read in a source file: comments, sentences in strings, markup, Markdown. */
// eslint-disable-next-line no-restricted-imports -- parses components, and runs none
import { parse, type AST } from 'svelte/compiler';
import ts from 'typescript';

export interface Text {
  /** As long as its place in the source: marks of comments and markup are blanks. */
  readonly text: string;
  /** Index of its first character in the source. */
  readonly at: number;
}

export const READ = /\.(ts|js|mjs|cjs|svelte|css|py|wat|md)$/;

export function textsOf(file: string, source: string): readonly Text[] {
  switch (READ.exec(file)?.[1]) {
    case 'ts':
    case 'js':
    case 'mjs':
    case 'cjs':
      return script(source, 0, isTest(file));
    case 'svelte':
      return svelte(source, isTest(file));
    case 'css':
      return matches(source, /\/\*[^]*?\*\//g, 0);
    case 'py':
      return joined(matches(source, /(?<=^|\s)#[^\n]*|^\s*"""[^]*?"""/gm, 0), source);
    case 'wat':
      return joined(matches(source, /;;[^\n]*/g, 0), source);
    case 'md':
      return markdown(source);
    default:
      return [];
  }
}

/** Strings of tests are data; only their comments are read. */
const isTest = (file: string) => /\.test\.ts$|\.spec\.ts$|^tests\//.test(file);

function script(source: string, at: number, commentsOnly: boolean): readonly Text[] {
  const tree = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, number>();
  const strings: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      // One text with its parts: what is put in is a word of any kind.
      if (!commentsOnly) strings.push(template(node, source, at));
      node.templateSpans.forEach(({ expression }) => visit(expression));
      return;
    }
    if (ts.isStringLiteralLike(node)) {
      if (!commentsOnly && !ts.isImportDeclaration(node.parent) && isSentence(node.text))
        strings.push({
          text: blank(source.slice(node.getStart(tree), node.getEnd()), /^['"`]|['"`]$|\\n/g),
          at: at + node.getStart(tree),
        });
    }
    const children = node.getChildren(tree);
    if (children.length > 0) {
      children.forEach(visit);
      return;
    }
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ])
      comments.set(pos, end);
  };
  visit(tree);
  const ranges = [...comments].sort(([a], [b]) => a - b);
  const texts = ranges.map(([pos, end]) => ({ text: blankComment(source.slice(pos, end)), at: at + pos }));
  return [...joined(texts, source, at), ...strings];
}

function template(node: ts.TemplateExpression, source: string, at: number): Text {
  const start = node.getStart();
  let text = source.slice(start, node.getEnd());
  for (const { expression } of node.templateSpans) {
    const from = expression.getFullStart() - start - 2;
    const length = expression.getFullWidth() + 3;
    text = text.slice(0, from) + '0'.repeat(length) + text.slice(from + length);
  }
  const plain = blank(text, /^`|`$|\\n/g);
  return { text: isSentence(plain) ? plain : '', at: at + start };
}

function svelte(source: string, commentsOnly: boolean): readonly Text[] {
  const root = parse(source, { modern: true });
  const texts: Text[] = [];
  for (const part of [root.module, root.instance]) {
    if (!part) continue;
    const { start, end } = part.content as unknown as { readonly start: number; readonly end: number };
    texts.push(...script(source.slice(start, end), start, commentsOnly));
  }
  if (root.css) {
    const { start, end } = root.css.content;
    texts.push(...matches(source.slice(start, end), /\/\*[^]*?\*\//g, start));
  }
  const visit = (node: unknown, parent: string): void => {
    if (Array.isArray(node)) {
      runs(node.filter(Boolean) as AST.Text[], source, texts);
      node.forEach((child) => visit(child, parent));
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end, value } = node as {
      type?: string;
      start: number;
      end: number;
      value?: unknown;
    };
    if (type === 'Comment') texts.push({ text: blank(source.slice(start, end), /^<!--|-->$/g), at: start });
    if (type === 'Literal' && typeof value === 'string' && isSentence(value))
      texts.push({ text: blank(source.slice(start, end), /^['"]|['"]$/g), at: start });
    if (type === 'TemplateElement' && isSentence(source.slice(start, end)))
      texts.push({ text: source.slice(start, end), at: start });
    for (const [name, child] of Object.entries(node)) {
      if (name !== 'parent' && name !== 'metadata') visit(child, type ?? parent);
    }
  };
  visit(root.fragment, '');
  return texts;
}

/** A paragraph is text with elements and expressions in it: only its first text begins a sentence. */
function runs(nodes: readonly AST.Text[], source: string, into: Text[]): void {
  let before = false;
  for (const { type, start, end } of nodes) {
    if (type === 'Text' && source.slice(start, end).trim() !== '')
      into.push({ text: before ? `x${source.slice(start + 1, end)}` : source.slice(start, end), at: start });
    before = type !== 'Text' || (before && source.slice(start, end).trim() === '');
  }
}

/** Blanks code, addresses and marks; a cell of a table and a heading are texts of their own. */
function markdown(source: string): readonly Text[] {
  const plain = blank(source, /^```[^]*?^```|<!--[^]*?-->|<[^>\n]+>|\]\([^)\s]*\)|^ {4,}[^\n]*$/gm);
  const parts =
    /^\|.*\|$|^#+ .*$|^\s*([-*]|\d+\.) (?:(?!\n\s*([-*]|\d+\.) |\n\n|\n#|\n\|)[^])*|[^\n|#](?:(?!\n\n|\n#|\n\||\n\s*([-*]|\d+\.) )[^])*/gm;
  return [...plain.matchAll(parts)].flatMap(({ 0: text, index }) =>
    text.startsWith('|')
      ? [...text.matchAll(/[^|]+/g)].map((cell) => ({ text: cell[0], at: index + cell.index }))
      : [{ text: blank(text, /^\s*([-*]|\d+\.) |^#+ /g), at: index }],
  );
}

function matches(source: string, pattern: RegExp, at: number): readonly Text[] {
  return [...source.matchAll(pattern)].map(({ 0: text, index }) => ({
    text: blankComment(text),
    at: at + index,
  }));
}

/** Comments of one line each that follow one another are one text. */
function joined(texts: readonly Text[], source: string, at = 0): readonly Text[] {
  const whole: Text[] = [];
  for (const text of texts) {
    const last = whole.at(-1);
    const end = last === undefined ? 0 : last.at + last.text.length;
    const between = source.slice(end - at, text.at - at);
    const alone = source.slice(source.lastIndexOf('\n', text.at - at) + 1, text.at - at).trim() === '';
    const isBlock = source.startsWith('/*', text.at - at) || source.startsWith('*/', end - at - 2);
    if (last !== undefined && alone && !isBlock && /^[ \t]*\n[ \t]*$/.test(between))
      whole[whole.length - 1] = { text: last.text + between + text.text, at: last.at };
    else whole.push(text);
  }
  return whole;
}

const blankComment = (text: string) =>
  blank(text, /^\/\*+|\*+\/$|^\s*\*(?!\/)|^\/\/+|^#+!?|^\s*"""|"""$|^;;+/gm);

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => found.replace(/[^\n]/g, ' '));
}

const isSentence = (text: string) => /^\W*\p{L}\S*( \S+){2}/u.test(text.trim());
