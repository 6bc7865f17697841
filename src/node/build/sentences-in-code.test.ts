import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../bootstrap/root.mjs';
import { EXEMPT, HAS_WORDS, sentencesInCode } from './sentences-in-code.ts';

const found = (source: string) => sentencesInCode(source).map(({ text }) => text);

it('finds three words in a string or a template, wherever it stands', () => {
  const source = [
    "const note = 'The set is full';",
    'const left = `${count} rows were left out`;',
    'const shown = [{ title: \'Lines in any order\' }, html`<p title="${hint}">No sample has a verdict</p>`];',
    "reject('the run was ended');",
  ].join('\n');
  expect(found(source)).toEqual([
    'The set is full',
    '0 rows were left out',
    'Lines in any order',
    '<p title="0">No sample has a verdict</p>',
    'the run was ended',
  ]);
  expect(sentencesInCode(source)[0]!.at).toBe(source.indexOf("'The set"));
});

it('finds a sentence within what is put into a template', () => {
  expect(found("const text = `${full ? 'the set is full' : ''}.`;")).toEqual(['the set is full']);
});

describe('leaves', () => {
  it.each([
    ['one or two words', "const title = 'Wrong answer';"],
    ['names with other marks', "const keys = 'max_tokens, top-p, temperature';"],
    ['errors for developers', 'throw new RangeError(`the set ${key} is not open here`);'],
    ['imports', "import { words } from './one two three.ts';"],
    ['types', "type Name = 'one of the names';"],
    ['comments and regular expressions', '/pass all the tests/; // pass all the tests'],
    ['Python', 'const CODE = `\ndef solve(): pass\nprint one and two`;'],
    ['prompts', "const CHECK_PROMPT = 'Reply with one short sentence.';"],
    ['lines to type', 'const line = `vllm serve MODEL --allowed-origins ${origin}`;'],
    ['texts of others that are compared with', "if (message.includes('object is not callable')) stop();"],
  ])('%s', (_, source) => {
    expect(found(source)).toEqual([]);
  });
});

it.each([
  ['src/judge/ruling.ts', true],
  ['src/models/openai/hosts/ollama.ts', true],
  ['src/judge/words/xray.ts', false],
  ['src/judge/ruling.test.ts', false],
  ['src/models/openai/server.contract.ts', false],
  ['src/pages/runs/state/run-files.ts', false],
])('reads %s: %j', (file, isRead) => {
  expect(HAS_WORDS.test(file)).toBe(isRead);
});

it.each(EXEMPT)('%s is there', (path) => {
  expect(existsSync(inRoot(path))).toBe(true);
});
