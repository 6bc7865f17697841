import { expect, it } from 'vitest';
import { blockedStorage } from '../../../../tests/builders/web-storage.ts';
import { NO_PLAN, type ClassPlan } from '../../../common/class/class-plan.ts';
import { ClassState } from './class-state.svelte.ts';

const PLAN: ClassPlan = {
  ...NO_PLAN,
  title: 'Tuesday',
  questions: [{ text: 'Why?', options: [] }],
  parts: [{ kind: 'problem', id: 'own/a', minutes: 5 }],
  problems: '{"id":"own/a"}\n',
};

it('keeps the plan without its problems, and answers once, across visits', () => {
  const storage = blockedStorage();
  const first = new ClassState(storage);
  expect(first.plan).toBeNull();
  first.answer('before', ['lost']);
  first.open(PLAN);
  first.answer('before', ['because']);
  first.answer('before', ['later']);
  const second = new ClassState(storage);
  expect(second.plan).toEqual({ ...PLAN, problems: '' });
  expect(second.answers).toEqual({ before: ['because'], after: null });
  // The same link again keeps the answers; another class has none, and deletes none.
  second.open(PLAN);
  expect(second.answers.before).toEqual(['because']);
  second.open({ ...PLAN, title: 'Wednesday' });
  expect(second.answers.before).toBeNull();
  const third = new ClassState(storage);
  third.open(PLAN);
  expect(third.answers.before).toEqual(['because']);
  const restore = third.forget();
  expect(new ClassState(storage).answers).toEqual({ before: null, after: null });
  expect(third.plan?.title).toBe('Tuesday');
  restore();
  expect(new ClassState(storage).answers.before).toEqual(['because']);
});

it('is empty if the stored value is invalid', () => {
  const storage = blockedStorage();
  for (const text of ['{', '7', '{"plan":{"title":3}}', 'null']) {
    storage.write('allpass-class-1', text);
    expect(new ClassState(storage).plan).toBeNull();
  }
});
