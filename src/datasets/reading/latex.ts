/**
 * Converts LaTeX statements to Markdown. Supports the commands that are common in contest statements. Unknown
 * commands are kept, because readers and models can understand them. Formulas are kept, because Markdown supports
 * them.
 */

const HEADINGS = /\\(?:sub)*section\*?\{([^{}]*)\}/g;
const STYLES: readonly (readonly [RegExp, string])[] = [
  [/\\(?:textbf|bf)\{([^{}]*)\}/g, '**$1**'],
  [/\\(?:emph|textit|it)\{([^{}]*)\}/g, '*$1*'],
  [/\\(?:texttt|tt|verb)\{([^{}]*)\}/g, '`$1`'],
  [/\\(?:textsc|textrm|textsf|mbox|underline)\{([^{}]*)\}/g, '$1'],
  [/\\href\{([^{}]*)\}\{([^{}]*)\}/g, '[$2]($1)'],
  [/\\url\{([^{}]*)\}/g, '<$1>'],
  [/\\includegraphics(?:\[[^\]]*\])?\{([^{}]*)\}/g, '(figure: $1)'],
  [/\\illustration\{[^{}]*\}\{([^{}]*)\}\{[^{}]*\}/g, '(figure: $1)'],
  [/\\(?:caption)\{([^{}]*)\}/g, '$1'],
];
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/``|''/g, '"'],
  [/---/g, '—'],
  [/--/g, '–'],
  [/~/g, ' '],
  [/\\([%#&_{}])/g, '$1'],
  [/\\ldots\b(?:\{\})?/g, '…'],
  [/\\(?:quad|qquad|,|;|:| )/g, ' '],
  [/\\\\(?:\[[^\]]*\])?/g, '\n'],
  [/\\(?:noindent|medskip|bigskip|smallskip|centering|newpage|clearpage)\b/g, ''],
  [/\\(?:begin|end)\{(?:center|figure|flushleft|minipage|wrapfigure)\}(?:\[[^\]]*\]|\{[^{}]*\})*/g, ''],
];

export interface ReadStatement {
  readonly text: string;
  /** Null if the source contains no title. */
  readonly title: string | null;
}

export function latexAsMarkdown(source: string): ReadStatement {
  const plainTitle = /^%%\s*plainproblemname:\s*(.+?)\s*$/m.exec(source)?.[1] ?? null;
  const problemName = /\\problemname\{([^{}]*)\}/.exec(source)?.[1] ?? null;
  const storedParts: string[] = [];
  let text = withoutComments(source.replace(/[\uE000\uE001]/g, '').replace(/\r\n?/g, '\n'), storedParts)
    .replace(/\\problemname\{[^{}]*\}/, '')
    .replace(HEADINGS, '\n\n## $1\n\n');
  // Replaced with placeholders, so that nothing in a formula is treated as text.
  text = text
    .replace(
      /\\begin\{(equation|align|eqnarray|displaymath)(\*?)\}([\s\S]*?)\\end\{\1\2\}/g,
      (_, __, ___, formula: string) => `\n\n${setAside(storedParts, `$$${formula.trim()}$$`)}\n\n`,
    )
    .replace(
      /\\\[([\s\S]*?)\\\]/g,
      (_, formula: string) => `\n\n${setAside(storedParts, `$$${formula.trim()}$$`)}\n\n`,
    )
    .replace(/\$\$[\s\S]*?\$\$|(?<!\\)\$(?:\\.|[^$\\])*\$/g, (formula) => setAside(storedParts, formula));
  text = withMarkdownLists(text);
  // Repeated, because styles may be nested.
  for (let round = 0; round < 3; round++) for (const [from, to] of STYLES) text = text.replace(from, to);
  for (const [from, to] of REPLACEMENTS) text = text.replace(from, to);
  text = text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text: withRestoredParts(text, storedParts), title: plainTitle ?? problemName };
}

/**
 * Removes comments. Code is first replaced with placeholders, because `%` starts no comment and `$` starts no
 * formula in code.
 */
function withoutComments(source: string, storedParts: string[]): string {
  return source.replace(
    /\\begin\{verbatim\}([\s\S]*?)\\end\{verbatim\}|\\begin\{lstlisting\}(?:\[[^\]]*\])?([\s\S]*?)\\end\{lstlisting\}|\\[\s\S]|%.*/g,
    (match: string, verbatim: string | undefined, listing: string | undefined) => {
      const code = verbatim ?? listing;
      if (code !== undefined)
        return `\n\n${setAside(storedParts, `\`\`\`\n${code.replace(/^\n|\n$/g, '')}\n\`\`\``)}\n\n`;
      return match.startsWith('%') ? '' : match;
    },
  );
}

function setAside(storedParts: string[], text: string): string {
  storedParts.push(text);
  return `\uE000${storedParts.length - 1}\uE001`;
}

/** Replaces placeholders with the original parts, which may contain further placeholders. */
function withRestoredParts(text: string, storedParts: readonly string[]): string {
  return text.replace(/\uE000(\d+)\uE001/g, (_, at: string) =>
    withRestoredParts(storedParts[Number(at)] ?? '', storedParts),
  );
}

/** Converts lists, which may be nested. */
function withMarkdownLists(source: string): string {
  const openLists: string[] = [];
  return source.replace(
    /\\begin\{(itemize|enumerate|description)\}(?:\[[^\]]*\])?|\\end\{(itemize|enumerate|description)\}|\\item(?:\[([^\]]*)\])?[ \t]*/g,
    (_, openedList: string | undefined, closedList: string | undefined, label: string | undefined) => {
      if (openedList !== undefined) return openLists.push(openedList) === 1 ? '\n\n' : '\n';
      if (closedList !== undefined)
        return openLists.pop() !== undefined && openLists.length === 0 ? '\n\n' : '\n';
      const indent = '  '.repeat(Math.max(0, openLists.length - 1));
      const mark = openLists.at(-1) === 'enumerate' ? '1.' : '-';
      return `\n${indent}${mark} ${label === undefined ? '' : `**${label}** `}`;
    },
  );
}
