import { expect, it } from 'vitest';
import { NO_PLAN, packPlan, readPlan, unpackPlan, type ClassPlan } from './class-plan.ts';

const PLAN: ClassPlan = {
  ...NO_PLAN,
  title: 'Tuesday: 二',
  settings: 'hide=answers',
  parts: [
    { kind: 'lesson', name: 'one-bit', minutes: 5 },
    { kind: 'problem', id: 'own/two-lamps', minutes: 10 },
  ],
  questions: [{ text: 'What does one bit pay?', options: ['0', '1'] }],
  problems: '{"id":"own/two-lamps","tests":[{"input":"9007199254740993","output":"1.0"}]}\n'.repeat(50),
};

it('a plan comes out of its link as it went in, in fewer characters and without any to escape', async () => {
  const packed = await packPlan(PLAN);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(500);
  expect(await unpackPlan(packed)).toEqual(PLAN);
});

it.each(['', 'x', '****', 'eyJ', btoa('{"format":"allpass-class"}')])(
  'a damaged link is none: %j',
  async (packed) => {
    expect(await unpackPlan(packed)).toBeNull();
  },
);

it('a cut link is none', async () => {
  const packed = await packPlan(PLAN);
  expect(await unpackPlan(packed.slice(0, -9))).toBeNull();
});

it('only plans are read', () => {
  expect(readPlan(JSON.stringify(PLAN))).toEqual(PLAN);
  expect(readPlan(JSON.stringify({ ...PLAN, version: 2 }))).toBeNull();
  expect(readPlan('[1]')).toBeNull();
});
