import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';
import { renderMath } from './render-math.ts';

function html(source: string): string {
  return renderMarkdown(source, { topHeading: 2, math: renderMath }).html;
}

/** Lists every element and attribute of the rendered HTML. */
function parts(source: string): string[] {
  const body = new DOMParser().parseFromString(html(source), 'text/html').body;
  return [...body.querySelectorAll('*')].flatMap((element) => [
    element.tagName.toLowerCase(),
    ...[...element.attributes].map(({ name, value }) => `${name}=${value}`),
  ]);
}

const ATTACKS = [
  '<script>globalThis.hit = 1</script>',
  '<img src=x onerror="globalThis.hit = 1">',
  '<svg onload="globalThis.hit = 1"><style>@import "https://evil.example/x"</style></svg>',
  '![beacon](https://evil.example/p.png)',
  '[x](javascript:globalThis.hit=1)',
  '[x](JaVaScRiPt:globalThis.hit=1)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](#/problem/other)',
  '<a href="https://evil.example" style="position:fixed" id="app" class="button">x</a>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '$\\href{javascript:globalThis.hit=1}{x}$',
  '$\\includegraphics{https://evil.example/p.png}$',
  '$\\htmlStyle{position:fixed}{x}$',
  '$\\text{<img src=x onerror=globalThis.hit=1>}$',
  '```"><img src=x onerror=globalThis.hit=1>\ncode\n```',
  '\uE0000\uE001 $x$',
];

describe('renderMarkdown', () => {
  it.each(ATTACKS)('lets nothing active through: %s', (attack) => {
    const renderedParts = parts(attack).join(' ');
    expect(renderedParts).not.toMatch(
      /\b(script|img|svg|style|iframe|form|input|on\w+=|src=|id=|javascript:|data:)/i,
    );
    expect((globalThis as { hit?: number }).hit).toBeUndefined();
  });

  it('keeps links, names their host, and sends no referrer', () => {
    expect(html('[a](https://example.org/b)')).toContain(
      '<a href="https://example.org/b" rel="noopener noreferrer nofollow">a</a> <small>(example.org)</small>',
    );
  });

  it('renders math as MathML, not in code', () => {
    expect(html('$n \\le 5$')).toContain('<math');
    expect(html('`$n$`')).not.toContain('<math');
    expect(html('it costs $5 or $10')).toContain('$5 or $10');
  });

  it('shows the source of math that cannot be rendered', () => {
    expect(html('$\\undefinedmacro$')).toContain('undefinedmacro');
    expect(html(`$${'{'.repeat(20_000)}x$`)).toContain('<code>');
  });

  it('shows the source while there is no renderer', () => {
    const rendered = renderMarkdown('$\\frac{a}{b}$', { topHeading: 2, math: null });
    expect(rendered).toEqual({ html: '<p><code>\\frac{a}{b}</code></p>\n', needsMath: true });
    expect(renderMarkdown('$a < b$', { topHeading: 2, math: null }).needsMath).toBe(false);
  });

  it('continues the outline of the page', () => {
    expect(html('# One\n## Two')).toBe('<h2>One</h2>\n<h3>Two</h3>\n');
  });
});
