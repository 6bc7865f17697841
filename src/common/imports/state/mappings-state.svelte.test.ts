import { expect, it } from 'vitest';
import { storageArea } from '../../../../tests/builders/web-storage.ts';
import type { ImportSource } from '../../../datasets/set-import.ts';
import { WebStorage } from '../../../storage/web-storage.ts';
import { MappingsState } from './mappings-state.svelte.ts';

const SOURCE = { kind: 'address', name: 'n', url: 'https://h/n' } satisfies ImportSource;
const asked = (...columns: readonly string[]) => ({ source: SOURCE, file: 'n', columns, preview: [] });

const visit = (storage: Storage) => new MappingsState(new WebStorage(() => storage));

it('asks one after the other, guesses, keeps what was said by the columns, and forgets', () => {
  const storage = storageArea();
  const mappings = visit(storage);
  mappings.ask(asked('cases', 'question'));
  mappings.ask(asked('a', 'b'));
  expect([mappings.pendingMapping?.columns, mappings.draft]).toEqual([
    ['cases', 'question'],
    { statement: 'question' },
  ]);
  expect([mappings.settle(), mappings.fault!]).toEqual([null, expect.stringContaining('the tests')]);
  mappings.choose('tests', 'cases');
  mappings.choose('title', 'cases');
  mappings.choose('title', null);
  expect(mappings.settle()).toBe(SOURCE);
  expect([mappings.pendingMapping?.columns, mappings.draft]).toEqual([['a', 'b'], {}]);
  mappings.skip();
  expect(mappings.pendingMapping).toBeNull();
  const later = visit(storage);
  const storedMapping = {
    columns: ['cases', 'question'],
    mapping: { statement: 'question', tests: 'cases' },
  };
  expect(later.knownMappings).toEqual([storedMapping]);
  later.forget(later.knownMappings[0]!);
  expect(visit(storage).knownMappings).toEqual([]);
});

it('keeps and forgets beside what another tab keeps and forgets', () => {
  const storage = storageArea();
  const [one, two] = [visit(storage), visit(storage)];
  const keep = (mappings: MappingsState, question: string) => {
    mappings.ask(asked('cases', question));
    mappings.choose('statement', question);
    mappings.choose('tests', 'cases');
    mappings.settle();
  };
  const storedMappings = () =>
    visit(storage)
      .knownMappings.map(({ columns }) => columns[1])
      .join(' ');
  keep(one, 'a');
  keep(two, 'b');
  expect(storedMappings()).toBe('a b');
  one.forget(one.knownMappings[0]!);
  expect(storedMappings()).toBe('b');
});

it('reads nothing out of what somebody else has stored', () => {
  for (const text of [
    '{',
    '7',
    '[7, null, {"columns": []}, {"columns": ["a"], "mapping": {"statement": 7}}]',
  ]) {
    const storage = storageArea();
    storage.setItem('allpass-mappings-1', text);
    expect(visit(storage).knownMappings).toEqual([]);
  }
});
