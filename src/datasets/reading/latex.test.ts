import { describe, expect, it } from 'vitest';
import { latexAsMarkdown } from './latex.ts';

const verbatim = (code: string, name = 'verbatim'): string =>
  `Run % a comment\n\\begin{${name}}\n${code}\n\\end{${name}}\nfor $n$ \\% 2.`;

describe('code in a statement', () => {
  it.each([
    ['dollars', 'echo $x $y'],
    ['per cent signs', 'printf("%d\\n");'],
    ['commands', '\\textbf{a} \\[ x \\] -- ~ \\begin{itemize}'],
    ['blank lines', 'a  \n\n\n\nb'],
  ])('keeps its %s', (_, code) => {
    const fencedText = `Run\n\n\`\`\`\n${code}\n\`\`\`\n\nfor $n$ % 2.`;
    expect(latexAsMarkdown(verbatim(code)).text).toBe(fencedText);
    expect(latexAsMarkdown(verbatim(code, 'lstlisting')).text).toBe(fencedText);
  });

  it('comes back from within a formula, and marks of the source itself do not stand for it', () => {
    const { text } = latexAsMarkdown(
      '\uE0000\uE001 $$a \\begin{verbatim}\n\uE0000\uE001 %\n\\end{verbatim} b$$',
    );
    expect(text).toContain('0 %');
    expect(text).not.toMatch(/[\uE000\uE001]/);
  });

  it('in a comment is none', () => {
    expect(latexAsMarkdown('a % \\begin{verbatim}\nb\n% \\end{verbatim}\nc').text).toBe('a\nb\n\nc');
  });
});
