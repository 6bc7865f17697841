import { expect, it } from 'vitest';
import { blockedStorage } from '../../../../tests/builders/web-storage.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';
import { WriteState } from './write-state.svelte.ts';

/** Simulates a new visit to the form in the same browser. */
function visit(storage: WebStorage): WriteState {
  const problems = { listed: [], open: () => Promise.resolve(null) };
  return new WriteState({ problems, judge: new ScriptedJudge(), storage });
}

it('keeps the draft for another visit, until it is discarded', () => {
  const storage = blockedStorage();
  const first = visit(storage);
  expect(first.hasDraft).toBe(false);
  first.change({ title: 'Two Lamps', mode: 'call' });
  first.addTest();
  first.changeTest(1, { input: '1' });
  first.program = 'print(1)';
  first.set = 'mine.jsonl';
  expect([first.hasDraft, first.origin]).toEqual([true, 'written']);
  const second = visit(storage);
  expect([second.fields, second.program, second.set]).toEqual([first.fields, 'print(1)', 'mine.jsonl']);
  expect([second.hasDraft, second.origin]).toEqual([true, 'earlier visit']);
  second.discard();
  expect([second.hasDraft, second.fields.title, second.canRestore]).toEqual([false, '', true]);
  expect(visit(storage).hasDraft).toBe(false);
});

it('puts a discarded draft back until something is written', () => {
  const storage = blockedStorage();
  const write = visit(storage);
  write.change({ statement: 'Add them.' });
  write.discard();
  write.restore();
  expect([write.fields.statement, write.canRestore, visit(storage).fields.statement]).toEqual([
    'Add them.',
    false,
    'Add them.',
  ]);
  write.discard();
  write.change({ title: 'Another' });
  expect([write.canRestore, write.fields.statement]).toEqual([false, '']);
});

it.each(['{', '{"fields":{}}', '{"fields":null,"program":"","set":""}', '7'])(
  'takes %s for no draft',
  (storedText) => {
    const storage = blockedStorage();
    storage.write('allpass-written-problem', storedText);
    expect(visit(storage).hasDraft).toBe(false);
  },
);

it('says what is missing once something is written, and in no blank form', () => {
  const write = visit(blockedStorage());
  expect([write.result.ok, write.faultOf('title')]).toEqual([false, '']);
  write.change({ statement: 'Add them.' });
  expect([write.faultOf('title'), write.faultOf('statement')]).toEqual(['Enter a title.', '']);
  write.discard();
  expect(write.faultOf('title')).toBe('');
});
