import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { hold } from '../../../../tests/builders/hold.ts';
import {
  moveTo,
  ONE,
  PlaygroundHarness,
  submit,
  TWO,
} from '../../../../tests/builders/playground-harness.ts';
import type { Judgement } from '../../../domain/judgement.ts';

let harness = new PlaygroundHarness();
beforeEach(() => {
  harness = new PlaygroundHarness();
});

describe('what is no program', () => {
  it('is not judged, and said until there is one', async () => {
    const { playground } = await harness.open();
    await submit(playground, 'print(2)');
    for (const code of ['', '# start\n\n', '# nothing but words']) {
      await submit(playground, code);
      expect(playground.program.missingProgram?.wanted).toBe('verdict');
      await playground.program.runSamples();
    }
    expect([harness.judge.codes, playground.judging.record]).toEqual([['print(2)'], null]);
    // The verdict on the earlier program remains stored.
    expect((await harness.tables.judgements.read(ONE))?.program?.report.verdict).toBe('wrong-answer');
    playground.draft.edit('print(1)');
    expect(playground.program.missingProgram).toBe(null);
    await playground.program.submit();
    expect(harness.judge.codes).toEqual(['print(2)', 'print(1)']);
  });
});

describe('the tests that a decided reward left out', () => {
  it('run when asked, on the program that was judged, and add to its report', async () => {
    const { bar, playground } = await harness.open();
    await playground.runRest();
    await submit(playground, 'print(2)');
    const before = playground.judging.record!.report;
    expect(playground.judging.remainingCount).toBe(before.testsTotal - 1);
    playground.draft.edit('print(1)');
    await playground.runRest();
    expect(harness.judge.codes).toEqual(['print(2)', 'print(2)']);
    expect(harness.judge.from).toEqual([null, before]);
    // This also works for a verdict of an earlier visit, and updates its entry in the history.
    const later = await harness.open(bar.hash);
    expect(later.playground.judging.remainingCount).toBe(before.testsTotal - 1);
    await later.playground.runRest();
    expect(harness.judge.codes).toEqual(['print(2)', 'print(2)', 'print(2)']);
  });

  it('do not run where it is not known for certain that they would join what was judged', async () => {
    const { bar, playground } = await harness.open();
    await submit(playground, 'print(2)');
    await eventually(async () => expect((await harness.tables.judgements.read(ONE))?.program).toBeDefined());
    const change = (texts: Judgement['texts']) =>
      harness.tables.judgements.update(ONE, ({ program } = {}) => {
        const { texts: _, ...rest } = program!;
        return { program: { ...rest, ...(texts && { texts }) } };
      });
    const { texts } = playground.judging.record!;
    // A record of an earlier version has no `texts`, so its remaining tests cannot be run.
    await change(undefined);
    const old = (await harness.open(bar.hash)).playground;
    expect([old.judging.record?.report.verdict, old.judging.remainingCount]).toEqual(['wrong-answer', 0]);
    // A verdict on different tests with the same count does not apply to this problem.
    await change({ ...texts!, problem: texts!.problem + 1 });
    expect((await harness.open(bar.hash)).playground.judging.record).toBe(null);
  });

  it('are part of the entry that the history has of it, and of no other', async () => {
    const { playground } = await harness.open();
    for (const code of ['print(2)', 'print(3)']) {
      await submit(playground, code);
    }
    const { judging } = playground;
    const record = judging.record!;
    const report = { ...record.report, testsRun: record.report.testsTotal, testsPassed: 1 };
    playground.history.renew(ONE, judging.submission!, { ...record, report });
    await playground.history.writePromise;
    const entries = [...(await (await harness.tables.history()).readOf(ONE)).values()];
    expect(entries.map(({ report: { testsPassed } }) => testsPassed)).toEqual([0, 1]);
    expect(entries[1]).toMatchObject({ author: { type: 'own' }, submission: { code: 'print(3)' } });
  });
});

describe('an input of the user’s own', () => {
  it('is asked for first, then run on, without a verdict', async () => {
    const { bar, playground, problems } = await harness.open();
    playground.draft.edit('print(input())');
    await playground.program.runOwnInput();
    const own = await playground.program.loadOwnInput();
    expect([bar.hash, own.takeCall(), harness.judge.codes]).toEqual([
      '#/problem/one?tab=program&own-input=1',
      true,
      [],
    ]);
    own.edit('7');
    await playground.program.runOwnInput();
    expect(own.lastRun).toMatchObject({ type: 'ran', got: '7' });
    expect([playground.judging.record, problems.progressOf(ONE)]).toEqual([null, undefined]);
    expect(await harness.tables.judgements.read(ONE)).toBeUndefined();
  });

  it('is kept with the problem, beside the program', async () => {
    const first = await harness.open('#/problem/one?own-input=1');
    const typed = await first.playground.program.loadOwnInput();
    typed.edit('7');
    await first.playground.program.runOwnInput();
    expect(first.playground.program.missingProgram).toEqual({ reason: 'starter', wanted: 'run' });
    typed.save();
    // The input is also stored without a program. The starter code is not a program of the user.
    expect(await harness.tables.drafts.read(ONE)).toMatchObject({ input: '7', revision: 0 });
    first.playground.draft.edit('print(1)');
    first.playground.draft.save();
    await eventually(async () => expect((await harness.tables.drafts.read(ONE))?.code).toBe('print(1)'));
    const { playground } = await harness.open(first.bar.hash);
    const own = await playground.program.loadOwnInput();
    // Both texts are shown at once, because a later change would move the text at the caret.
    expect([own.text, playground.draft.code]).toEqual(['7', 'print(1)']);
    await moveTo(playground, TWO);
    expect(own.text).toBe('');
  });

  it('stops with everything else, and belongs to its problem', async () => {
    const { playground } = await harness.open('#/problem/one?own-input=1');
    playground.draft.edit('print(input())');
    const open = hold(harness.judge);
    const own = await playground.program.loadOwnInput();
    const run = playground.program.runOwnInput();
    await eventually(() => expect(own.running).toBe(true));
    expect(playground.busy).toBe(true);
    playground.stop();
    expect([playground.busy, own.lastRun]).toEqual([false, { type: 'stopped' }]);
    open();
    await run;
    expect(own.lastRun).toEqual({ type: 'stopped' });
  });

  it('is taken from a public test, and from no hidden one', async () => {
    const { playground } = await harness.open();
    const own = await playground.program.loadOwnInput();
    await playground.program.takeInput(0);
    expect(own.text).toBe(playground.openedProblem!.problem.tests[0]!.input);
    own.edit('mine');
    const hidden = playground.openedProblem!.problem.publicTests;
    expect(own.takeTest(hidden)).toBe(false);
    expect(own.text).toBe('mine');
  });
});
