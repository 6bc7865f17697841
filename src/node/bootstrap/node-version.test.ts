import { expect, test } from 'vitest';
import { nodeComplaint, satisfies } from './node-version.mjs';

const range = '^20.19.0 || ^22.13.0 || >=24.0.0';

test.each(['20.19.0', '20.20.2', '22.13.1', '24.0.0', '25.3.0'])('Node %s is new enough', (version) => {
  expect(satisfies(version, range)).toBe(true);
});

test.each(['18.20.8', '20.18.3', '21.7.0', '22.12.0', '23.11.0'])('Node %s is not', (version) => {
  expect(satisfies(version, range)).toBe(false);
});

test('package.json admits the Node that runs this', () => {
  expect(nodeComplaint()).toBeUndefined();
});
