import { createRawSnippet } from 'svelte';
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import Field from './Field.svelte';
import NumberField from './NumberField.svelte';
import Table from '../components/Table.svelte';

const plain = (html: string): string => html.replace(/<!--.*?-->| svelte-\w+/g, '');

it('a field connects its control with label, hint and fault', () => {
  const attributes: unknown[] = [];
  const children = createRawSnippet<[object]>((control) => {
    attributes.push({ ...control() });
    return { render: () => '<input>' };
  });
  const { body } = render(Field, {
    props: { label: 'Title', hint: 'In words.', fault: 'Enter a title.', children },
  });
  const [id] = /(?<=<label for=")\w+/.exec(body) ?? [];
  expect(attributes).toEqual([{ id, 'aria-invalid': true, 'aria-describedby': `${id}-hint ${id}-fault` }]);
  expect(plain(body)).toContain(`id="${id}-hint">In words.</p>`);
  expect(plain(body)).toContain(`id="${id}-fault" aria-live="polite">Enter a title.</p>`);
});

it('a field of a number shows it, and no fault before the number changes', () => {
  const { body } = render(NumberField<number | null>, {
    props: { label: 'Seed', value: 7, least: 0, optional: true },
  });
  expect(body).toMatch(/<input [^>]*aria-invalid="false"[^>]*inputmode="numeric"[^>]*value="7"/);
  expect(plain(body)).toMatch(/aria-live="polite"><\/p>/);
});

it('a table has a heading for each column but those without a name', () => {
  const children = createRawSnippet(() => ({ render: () => '<tr><th scope="row">a</th><td>1</td></tr>' }));
  const { body } = render(Table, {
    props: { label: 'Counts', columns: ['', { text: 'Here', title: 'now' }], children },
  });
  expect(plain(body)).toMatch(/<tr><td><\/td><th scope="col" title="now"[^>]*>Here<\/th><\/tr>/);
  expect(body).toContain('role="group" tabindex="0" aria-label="Counts"');
});
