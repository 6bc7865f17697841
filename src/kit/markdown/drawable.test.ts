import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOMBS } from '../../../tests/abuse/bombs.ts';
import { drawable } from './drawable.ts';

const statements = import.meta.glob<string>('../../datasets/allpass/*/statement.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('drawable', () => {
  it('draws every statement of ours whole, and a long answer', () => {
    for (const text of Object.values(statements)) expect(drawable(text).remainder).toBe('');
    const answer = `First $n \\le 10^5$, so *sort* them.\n\n${'A sentence about the problem, with `code`.\n\n'.repeat(300)}`;
    const program = `\`\`\`python\n${'    total += values[i] * (j | 1)  # x_1\n'.repeat(400)}\`\`\`\n`;
    expect(drawable(answer + program).remainder).toBe('');
  });

  it.each(Object.entries(BOMBS))('leaves most of a bomb undrawn: %s', (name, text) => {
    const { renderedSource, remainder } = drawable(text);
    // These are small and expensive to render. The limits of the renderer cover them.
    if (['one formula of a thousand parts', 'quotes inside quotes'].includes(name)) return;
    expect(renderedSource.length).toBeLessThan(Math.max(30_000, text.length / 10));
    expect(remainder).not.toBe('');
  });

  it('cuts between lines, and loses nothing', () => {
    const line = fc.constantFrom('$x$ '.repeat(300), 'words '.repeat(500), '```', '', '| a | b |', '[x](y)');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 300 }), (lines) => {
        const text = lines.join('\n');
        const { renderedSource, remainder } = drawable(text);
        expect(renderedSource + remainder).toBe(text);
        expect(remainder === '' || renderedSource === '' || renderedSource.endsWith('\n')).toBe(true);
      }),
    );
  });
});
