/** Escapes all strings in templates of markup, and defines the style of the report. */

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type MarkupPart = string | number | Markup | readonly Markup[];

export function html(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  const cleanStrings = unindent(strings);
  return new Markup(cleanStrings.reduce((text, string, at) => `${text}${textOf(parts[at - 1]!)}${string}`));
}

const cache = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Removes the indentation of a template, which adds up over 100,000 cells.
 */
function unindent(strings: TemplateStringsArray): readonly string[] {
  const cachedStrings = cache.get(strings);
  if (cachedStrings !== undefined) return cachedStrings;
  const cleanStrings = strings.map((string) => string.replace(/\s*\n\s*/g, '\n'));
  cache.set(strings, cleanStrings);
  return cleanStrings;
}

export const NOTHING = new Markup('');

function textOf(part: MarkupPart): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
}

/** Escapes texts and quoted attributes. Control characters and lone surrogates are invalid in a document. */
function escapeHtml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Surrogate}/gu, (unit) => (/[\t\n\r]/.test(unit) ? unit : '\ufffd'))
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The style of the report, with values of `src/kit/tokens.css`, because the report has no other file. A test compares
 * the values.
 */
export const TOKENS: Readonly<Record<string, string>> = {
  '--text-12': '0.75rem',
  '--text-13': '0.8125rem',
  '--text-16': '1rem',
  '--text-20': '1.25rem',
  '--text-28': '1.75rem',
  '--leading': '1.5',
  '--space-2': '0.125rem',
  '--space-4': '0.25rem',
  '--space-8': '0.5rem',
  '--space-12': '0.75rem',
  '--space-16': '1rem',
  '--space-24': '1.5rem',
  '--space-32': '2rem',
  '--hairline': '1px',
  '--measure': '46rem',
  '--surface': 'light-dark(oklch(1 0 0), oklch(0.215 0.012 258))',
  '--surface-sunken': 'light-dark(oklch(0.972 0.004 258), oklch(0.178 0.012 258))',
  '--line': 'light-dark(oklch(0.885 0.008 258), oklch(0.325 0.014 258))',
  '--text': 'light-dark(oklch(0.25 0.018 258), oklch(0.93 0.006 258))',
  '--text-muted': 'light-dark(oklch(0.455 0.018 258), oklch(0.745 0.012 258))',
  '--accent': 'light-dark(oklch(0.49 0.16 257), oklch(0.77 0.115 250))',
  '--verdict-accepted': 'light-dark(oklch(0.475 0.125 152), oklch(0.79 0.155 154))',
  '--verdict-wrong': 'light-dark(oklch(0.515 0.19 26), oklch(0.755 0.14 22))',
  '--verdict-time': 'light-dark(oklch(0.485 0.1 80), oklch(0.83 0.125 88))',
  '--verdict-memory': 'light-dark(oklch(0.495 0.17 335), oklch(0.785 0.125 335))',
  '--verdict-runtime': 'light-dark(oklch(0.505 0.14 48), oklch(0.785 0.12 52))',
  '--verdict-syntax': 'light-dark(oklch(0.485 0.17 298), oklch(0.775 0.115 300))',
  '--verdict-no-code': 'light-dark(oklch(0.46 0.035 240), oklch(0.765 0.03 240))',
  '--verdict-judge': 'light-dark(oklch(0.47 0.085 205), oklch(0.8 0.09 205))',
};

const HUES: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  'wrong-answer': 'wrong',
  'time-limit-exceeded': 'time',
  'memory-limit-exceeded': 'memory',
  'output-limit-exceeded': 'memory',
  'runtime-error': 'runtime',
  'syntax-error': 'syntax',
  'no-code': 'no-code',
  truncated: 'no-code',
  'judge-error': 'judge',
};

export function reportStyle(): string {
  const tokens = Object.entries(TOKENS).map(([name, value]) => `${name}: ${value};`);
  const hues = Object.entries(HUES).map(
    ([verdict, hue]) => `[data-verdict='${verdict}'] { color: var(--verdict-${hue}); }`,
  );
  return `:root { color-scheme: light dark; ${tokens.join(' ')} }
body { margin: 0 auto; max-width: 72rem; padding: var(--space-24) var(--space-16); background: var(--surface); color: var(--text); font: var(--text-16)/var(--leading) system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { font-size: var(--text-28); margin: 0; } h2 { font-size: var(--text-20); margin: var(--space-32) 0 var(--space-8); }
p, ul { max-width: var(--measure); } a { color: var(--accent); } .muted { color: var(--text-muted); } .headline { font-size: var(--text-20); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: var(--space-2) var(--space-16); margin: 0; } dt { color: var(--text-muted); } dd { margin: 0; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--accent); }
table { border-collapse: collapse; font-size: var(--text-13); overflow-wrap: normal; }
th, td { padding: var(--space-2) var(--space-12) var(--space-2) 0; border-bottom: var(--hairline) solid var(--line); text-align: right; font-weight: 450; vertical-align: top; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 8rem; } thead th { color: var(--text-muted); }
.cells td { padding: var(--space-2) var(--space-4); text-align: center; font: 600 var(--text-12) ui-monospace, Menlo, Consolas, monospace; color: var(--text-muted); }
[data-verdict] { font-weight: 600; } td abbr { text-decoration: none; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: var(--space-8); } }
@media print { .wide { overflow: visible; } }
.cells ${hues.join('\n.cells ')}
${hues.join('\n')}
`;
}
