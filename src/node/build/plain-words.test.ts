import { expect, test } from 'vitest';
import { findDialect } from './plain-words.ts';
import { textsOf } from './texts-of-files.ts';

const rulesOf = (text: string) => findDialect(text).map(({ rule }) => rule);

test.each([
  ['What is kept of a run.', 'opens with What'],
  ['whatever was read', 'opens with What'],
  ['Reads a file. What it holds is data.', 'opens with What'],
  ['Whose limit cut it off.', 'opens with Who'],
  ['Of the text as UTF-8.', 'opens with Of'],
  ['Where two rules differ: the first counts.', 'opens with Where, no subject'],
  ['Where the wording comes from.', 'opens with Where, no subject'],
  ['It waits for whoever needs it.', 'whoever'],
  ['It is for nobody.', 'nobody'],
  ['It stops when somebody asks.', 'somebody'],
  ['Draws so many problems.', 'so many'],
  ['No file is such.', 'such without a noun'],
  ['Such is a set, and such are its rows.', 'such without a noun'],
  ['It was changed elsewhere.', 'elsewhere'],
  ['It is dropped, and it is said.', 'it is said'],
])('finds in %j: %s', (text, rule) => {
  expect(rulesOf(text)).toEqual([rule]);
});

test.each([
  'What is pass@k?',
  'Of 29 tests, how many pass?',
  'Who may read a run?',
  'Whether the run is paused.',
  'Where a host sends no headers, the page warns.',
  'Where is the key stored?',
  'The judge keeps such a program, and files such as this one.',
  'The first half of the file, which is what the reader wants.',
  'Often the model stops. Whole numbers stay as they are.',
  'The column `elsewhere` and the label “Nobody” are names.',
  'The tests are so few that it reads many at once.',
])('leaves alone: %s', (text) => {
  expect(rulesOf(text)).toEqual([]);
});

test('one sentence may break several rules, and each has its place', () => {
  const text = 'Reads a row.\n\n@returns a row. Of each, what\nsomebody wrote.';
  const offset = text.indexOf('Of');
  const sentence = 'Of each, what somebody wrote.';
  expect(findDialect(text)).toEqual([
    { rule: 'opens with Of', sentence, offset },
    { rule: 'somebody', sentence, offset },
  ]);
});

/** Each text that is read, without the blanks in it. */
const read = (file: string, source: string) =>
  textsOf(file, source).map(({ text }) => text.trim().replace(/\s+/g, ' '));

test('a script has comments, joined where they follow one another, and sentences in strings', () => {
  const source = `
/**
 * First of
 * all.
 */
// One
// sentence.
const pattern = /\\/* no comment *\\//; // trailing
import 'What a nice module';
const said = 'No model is set up.', key = 'what', half = \`It took \${f('Of no use here')} s.\`;
`;
  expect(read('a.ts', source)).toEqual([
    'First of all.',
    'One sentence.',
    'trailing',
    'No model is set up.',
    `It took ${'0'.repeat(22)} s.`,
    'Of no use here',
  ]);
  expect(read('a.test.ts', source)).toEqual(['First of all.', 'One sentence.', 'trailing']);
});

test('a component has markup, attributes, expressions and three kinds of comments', () => {
  const source = `<script lang="ts">
  // In the script.
  const count: number = 1;
</script>
<!-- In the markup. -->
<p title="What is in a title">A text <b>with parts</b> of it. {count === 1 ? 'One model is here' : 'x'}</p>
<style>
  /* In the style. */
  p { color: red; }
</style>`;
  const texts = read('A.svelte', source);
  for (const text of [
    'In the script.',
    'In the markup.',
    'What is in a title',
    'One model is here',
    'In the style.',
  ])
    expect(texts).toContain(text);
  // The end of a sentence is no opening.
  expect(texts.flatMap(rulesOf)).toEqual(['opens with What']);
});

test('a document has paragraphs, items, headings and cells, without code and addresses', () => {
  const source = `# A heading

A paragraph
of two lines, with [a link](what/is/it.md).

- an item
- What an item is.

| what | Where it is: |
| ---- | ------------ |
| Of   | x            |

\`\`\`sh
What a shell runs
\`\`\`
`;
  const texts = read('a.md', source);
  expect(texts).toContain('A heading');
  expect(texts.find((text) => text.startsWith('A paragraph'))).toMatch(
    /^A paragraph of two lines, with \[a link/,
  );
  expect(texts.flatMap(rulesOf)).toEqual([
    'opens with What',
    'opens with What',
    'opens with Where, no subject',
    'opens with Of',
  ]);
});

test.each([
  ['a.py', 'x = 1  # What it is.\n# Of two\n# lines.\nif "#":\n    """Whose it is."""\n', 3],
  ['a.wat', ';; What it is\n;; and was.\n(func)', 1],
  ['a.css', '/* What it is. */ a { color: red }', 1],
  ['a.json', '{"a": "What it is."}', 0],
])('%s has its comments read', (file, source, count) => {
  expect(textsOf(file, source).flatMap(({ text }) => rulesOf(text))).toHaveLength(count);
});

test('a finding stands at its place in the source', () => {
  const source = `const a = 1;
/** Reads it. What it
 * holds is data. */
const b = 2;`;
  const [{ text, at } = { text: '', at: 0 }] = textsOf('a.ts', source);
  const [finding] = findDialect(text);
  expect(source.slice(at + finding!.offset)).toMatch(/^What it\n/);
});
