import { expect, it } from 'vitest';
import { sentencesInMarkup } from './sentences-in-markup.ts';

const found = (source: string) => sentencesInMarkup(source).map(({ text }) => text);

it('finds texts and the attributes that users read', () => {
  const source = `<p class="muted" title="A hint">Two rows{#if open}<b>are left</b>{/if}</p><Icon name="stop" />`;
  expect(found(source)).toEqual(['A hint', 'Two rows', 'are left']);
  expect(sentencesInMarkup(source)[1]!.at).toBe(source.indexOf('Two rows'));
});

it('leaves units, code, names and words of a catalogue', () => {
  expect(
    found(
      `<script>const note = 'Not in the markup';</script><b>Allpass</b> {words.title} {n} MB <code>allpass eval</code><i style:--at="end">×</i>`,
    ),
  ).toEqual([]);
});
