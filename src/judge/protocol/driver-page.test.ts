import fc from 'fast-check';
import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { reportOf } from '../../../tests/builders/report.ts';
import {
  parseDriverAnswer,
  parsePageMessage,
  type DriverToPage,
  type PageToDriver,
  type XrayLine,
} from './driver-page.ts';

const options = { stopAtFirstFailure: true, profile: 'standard' };
const submission = { kind: 'program', code: '' } as const;
const line: XrayLine = {
  ...{ profile: 'lcb', block: null, verdict: 'no-code', reward: 0, testsRun: 0, testsPassed: 0 },
  ...{ testsTotal: 3, timeFactor: 1, cause: { choices: ['extract'], says: 'why', source: '' } },
};

const FROM_PAGE: readonly PageToDriver[] = [
  { type: 'open' },
  { type: 'next' },
  { type: 'alive' },
  { type: 'retry', index: 3 },
  { type: 'whole', index: 4 },
  { type: 'failed', message: 'gone' },
  { type: 'done', index: 0, outcome: { task: 'judge', report: reportOf(['accepted', 'judge-error']) } },
  { type: 'done', index: 1, outcome: { task: 'xray', lines: [line] } },
  { type: 'done', index: 2, outcome: { task: 'batch', results: [{ passed: null, testsRun: 2 }] } },
];
const FROM_DRIVER: readonly DriverToPage[] = [
  { type: 'session', workers: 2, hashSeed: 0, wheels: {} },
  { type: 'wait' },
  { type: 'heard' },
  { type: 'job', index: 0, job: { task: 'judge', problem: problemOf({}), submission, options } },
  { type: 'job', index: 0, job: { task: 'xray', problem: 3, submission, options }, problemNumber: 3 },
  { type: 'job', index: 1, job: { task: 'batch', problems: [problemOf({})], programs: [] } },
];

it('takes every message that the other end may send', () => {
  for (const message of FROM_PAGE) {
    const { type, ...fields } = message;
    expect(parsePageMessage(type, JSON.stringify(fields))).toEqual(message);
  }
  for (const answer of FROM_DRIVER) expect(parseDriverAnswer(JSON.stringify(answer))).toEqual(answer);
});

it('refuses a message that lacks a field, and a verdict or a reward of another kind', () => {
  for (const { type, ...fields } of FROM_PAGE)
    for (const name of Object.keys(fields)) {
      const otherFields = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
      expect(parsePageMessage(type, JSON.stringify(otherFields)), `${type} without ${name}`).toBeNull();
    }
  for (const invalidFields of [
    { reward: '1' },
    { reward: undefined },
    { verdict: 'fine' },
    { verdict: 'not-run' },
  ]) {
    const outcome = { task: 'judge', report: { ...reportOf(['accepted']), ...invalidFields } };
    expect(parsePageMessage('done', JSON.stringify({ index: 0, outcome }))).toBeNull();
  }
});

it('throws at no text, and takes none for a message', () => {
  for (const text of ['<html>', '', 'null', '[]', '{"type":"job"}'])
    expect(parseDriverAnswer(text)).toBeNull();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseDriverAnswer(text)).toBeNull();
      expect(parsePageMessage('done', text)).toBeNull();
    }),
  );
});
