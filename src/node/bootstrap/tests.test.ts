import { expect, test } from 'vitest';
import { parseStages } from './tests.mjs';

const names = (...asked: string[]) => parseStages(asked).map((stage) => stage.name);
const SHORT = ['build', 'browser', 'node', 'models', 'unit', 'e2e'];
const LONG = ['corpora', 'firefox', 'whole', 'journeys'];

test('the short tier is what runs unless more is asked for', () => {
  expect(names()).toEqual(SHORT);
  expect(names('long')).toEqual(LONG);
  expect(names('long', 'short')).toEqual([...SHORT, ...LONG]);
});

test('stages run in their own order, each once', () => {
  expect(names('e2e', 'unit')).toEqual(['unit', 'e2e']);
  expect(names('firefox', 'long')).toEqual(LONG);
});

test('a stage that does not exist is named', () => {
  expect(() => parseStages(['unit', 'units'])).toThrow('“units”');
});
