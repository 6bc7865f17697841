/** Checks that the statements rendered at build time equal what the page renders. */
import { expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';
import { renderMath } from './render-math.ts';

const sources = import.meta.glob<string>('../../datasets/allpass/*/statement.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const statements = Object.entries(sources).map(
  ([path, text]) => [path.split('/').at(-2) ?? '', text] as const,
);

it('there are 24', () => {
  expect(statements).toHaveLength(24);
});

it.each(statements)('%s', async (slug, text) => {
  const { html } = renderMarkdown(text, { topHeading: 2, math: renderMath });
  const prerendered = await fetch(`/problems/${slug}.html`);
  expect(await prerendered.text()).toBe(html);
});
