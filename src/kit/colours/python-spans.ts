/** Finds the coloured parts of a Python program with the parser of the editor. */
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { parser } from '@lezer/python';

/**
 * The coloured parts of a program. Each is named like its token `--code-…`. The editor and all other code use this
 * table.
 */
export const CODE_TAGS = [
  { name: 'keyword', tag: [tags.keyword, tags.operatorKeyword] },
  { name: 'string', tag: [tags.string, tags.special(tags.string)] },
  { name: 'number', tag: [tags.number, tags.bool, tags.null] },
  { name: 'comment', tag: [tags.comment, tags.meta] },
] as const;

export type CodeColour = (typeof CODE_TAGS)[number]['name'];

/** A coloured span. The offsets are in UTF-16 units. */
export interface CodeSpan {
  readonly from: number;
  readonly to: number;
  readonly colour: CodeColour;
}

/** Maximum number of coloured characters. The rest of a longer program stays plain. */
export const MOST_COLOURED = 40_000;
/** Characters per step. */
const STEP = 4_000;

const highlighter = tagHighlighter(CODE_TAGS.map(({ name, tag }) => ({ tag, class: name })));

/** Finds the spans in small steps, so that other tasks can run between them. */
export function* pythonSpans(program: string): Generator<readonly CodeSpan[]> {
  const code = program.slice(0, MOST_COLOURED);
  const parse = parser.startParse(code);
  let tree = parse.advance();
  for (; tree === null; tree = parse.advance()) yield [];
  for (let from = 0; from < code.length; from += STEP) {
    const end = from + STEP;
    const spans: CodeSpan[] = [];
    highlightTree(
      tree,
      highlighter,
      (start, to, colour) => spans.push({ from: start, to, colour: colour as CodeColour }),
      from,
      end,
    );
    yield spans;
  }
}
