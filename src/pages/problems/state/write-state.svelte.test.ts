import { expect, it } from 'vitest';
import { blockedStorage } from '../../../../tests/builders/web-storage.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { readProblem } from '../../../datasets/problem-file.ts';
import { parseLossless, type LosslessObject } from '../../../base/lossless-json.ts';
import { solutionsIn, withKeptRow, withoutSolutions } from '../../../datasets/kept-row.ts';
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

it('edits a problem of a set: the saved one replaces it, with the program that was accepted', async () => {
  const lineOf = (title: string) =>
    `{"id":"own/${title}","source":"own","title":"${title}","prompt":"p","mode":"call","fn_name":"f","tests":[{"input":[9007199254740993,"a"],"output":1.0},{"input":[],"output":null}],"public_tests":1,"solutions":["print(1)"]}`;
  const problems = ['one', 'two'].map((title) => {
    const line = parseLossless(lineOf(title));
    if (!line.ok) throw new Error(line.fault);
    const row = line.value as LosslessObject;
    return withKeptRow(readProblem(row), row);
  });
  const listed = problems.map((summary) => ({ set: 'mine.jsonl', summary }));
  const write = new WriteState({
    problems: {
      listed,
      open: (ref) => {
        const problem = problems.find(({ id }) => id === ref.id) ?? problemOf();
        return Promise.resolve({ ref, problem, answers: [] });
      },
    },
    judge: new ScriptedJudge(),
    storage: blockedStorage(),
  });
  write.edit({ ref: { set: 'mine.jsonl', id: 'own/one' }, problem: problems[0]! });
  expect(write.fields.tests).toEqual([
    { input: '9007199254740993\n"a"', output: '1.0', isPublic: true },
    { input: '', output: 'null', isPublic: false },
  ]);
  write.change({ title: 'uno' });
  write.set = 'other.jsonl';
  listed.push({ set: 'other.jsonl', summary: problems[0]! });
  const otherSet = await (await write.setFile())!.text();
  expect(otherSet.trim().split('\n')).toHaveLength(2);
  write.edit({ ref: { set: 'mine.jsonl', id: 'own/one' }, problem: problems[0]! });
  write.change({ title: 'uno' });
  const lines = (await (await write.setFile())!.text()).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['own/two', 'own/uno']);
  expect(lines[1]).toContain('"solutions":["print(1)"]');
  const left = await (await write.fileWithout({ set: 'mine.jsonl', id: 'own/two' })).text();
  expect(left).toBe(`${lineOf('one')}\n`);
  expect(solutionsIn(problems[0]!)).toEqual(['print(1)']);
  const row = parseLossless(
    lineOf('one').replace('"solutions"', '"meta":{"key":"a"},"editorial":"e","solutions"'),
  );
  const keys = row.ok && [...withoutSolutions(row.value as LosslessObject).keys()].join();
  expect(keys).toBe('id,source,title,prompt,mode,fn_name,tests,public_tests');
});
