import { expect, test } from 'vitest';
import { listStages, parseStages } from './tests.mjs';

const names = (...asked: string[]) => parseStages(asked).map((stage) => stage.name);
const SHORT = ['build', 'browser', 'node', 'models', 'unit', 'e2e'];
const LONG = ['corpora', 'weights', 'firefox', 'whole', 'journeys'];

test('the short tier is what runs unless more is asked for', () => {
  expect(names()).toEqual(SHORT);
  expect(names('long')).toEqual(LONG);
  expect(names('long', 'short')).toEqual([...SHORT, ...LONG]);
});

test('clones and clusters are tiers of their own', () => {
  expect(names('fresh', 'cluster')).toEqual(['cluster', 'fresh']);
});

test('the brief form has one server', () => {
  expect(names('serve')).toEqual(['serve']);
  expect(listStages(parseStages(['serve']))).toEqual([
    'serve: 1 files *transformers.servers.test.ts in tests/servers',
  ]);
});

test('a list says which files each stage has', () => {
  const [build, unit] = listStages(parseStages(['unit', 'build']));
  expect(build).toBe('build');
  expect(unit).toMatch(/^unit: [1-9]\d* files \*\.test\.ts in src$/);
});

test('stages run in their own order, each once', () => {
  expect(names('e2e', 'unit')).toEqual(['unit', 'e2e']);
  expect(names('firefox', 'long')).toEqual(LONG);
});

test('a stage that does not exist is named', () => {
  expect(() => parseStages(['unit', 'units'])).toThrow('“units”');
});

test('CPython’s tests run in whole, or every eighth module of them', () => {
  expect(names('cpython')).toEqual(['cpython']);
  expect(names('suite')).toEqual(['suite']);
});
