/**
 * Statements in LaTeX as Markdown: the commands that statements of contests are made of. What is not known stays as it
 * is written, for a reader and a model can tell what it means; formulas stay, as Markdown has them too.
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
const WORDS: readonly (readonly [RegExp, string])[] = [
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
  /** Null where the text does not say it. */
  readonly title: string | null;
}

export function latexAsMarkdown(source: string): ReadStatement {
  const plain = /^%%\s*plainproblemname:\s*(.+?)\s*$/m.exec(source)?.[1] ?? null;
  const named = /\\problemname\{([^{}]*)\}/.exec(source)?.[1] ?? null;
  let text = source
    .replace(/\r\n?/g, '\n')
    .replace(/(^|[^\\])%.*$/gm, '$1')
    .replace(/\\problemname\{[^{}]*\}/, '')
    .replace(HEADINGS, '\n\n## $1\n\n');
  const formulas: string[] = [];
  // Nothing within a formula is taken for text.
  text = text
    .replace(
      /\\begin\{(equation|align|eqnarray|displaymath)(\*?)\}([\s\S]*?)\\end\{\1\2\}/g,
      (_, __, ___, formula: string) => kept(formulas, `\n\n$$${formula.trim()}$$\n\n`),
    )
    .replace(/\\\[([\s\S]*?)\\\]/g, (_, formula: string) => kept(formulas, `\n\n$$${formula.trim()}$$\n\n`))
    .replace(/\$\$[\s\S]*?\$\$|(?<!\\)\$(?:\\.|[^$\\])*\$/g, (formula) => kept(formulas, formula));
  text = text.replace(
    /\\begin\{(?:verbatim|lstlisting)\}([\s\S]*?)\\end\{(?:verbatim|lstlisting)\}/g,
    (_, code: string) => kept(formulas, `\n\n\`\`\`\n${code.replace(/^\n|\n$/g, '')}\n\`\`\`\n\n`),
  );
  text = lists(text);
  // Styles stand within each other.
  for (let round = 0; round < 3; round++) for (const [from, to] of STYLES) text = text.replace(from, to);
  for (const [from, to] of WORDS) text = text.replace(from, to);
  text = text.replace(/\uE000(\d+)\uE001/g, (_, at: string) => formulas[Number(at)] ?? '');
  text = text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text, title: plain ?? named };
}

function kept(formulas: string[], formula: string): string {
  formulas.push(formula);
  return `\uE000${formulas.length - 1}\uE001`;
}

/** Items of lists that may stand within each other. */
function lists(source: string): string {
  const open: string[] = [];
  return source.replace(
    /\\begin\{(itemize|enumerate|description)\}(?:\[[^\]]*\])?|\\end\{(itemize|enumerate|description)\}|\\item(?:\[([^\]]*)\])?[ \t]*/g,
    (_, begun: string | undefined, ended: string | undefined, label: string | undefined) => {
      if (begun !== undefined) return open.push(begun) === 1 ? '\n\n' : '\n';
      if (ended !== undefined) return open.pop() !== undefined && open.length === 0 ? '\n\n' : '\n';
      const indent = '  '.repeat(Math.max(0, open.length - 1));
      const mark = open.at(-1) === 'enumerate' ? '1.' : '-';
      return `\n${indent}${mark} ${label === undefined ? '' : `**${label}** `}`;
    },
  );
}
