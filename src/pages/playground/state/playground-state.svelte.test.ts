import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { hold } from '../../../../tests/builders/hold.ts';
import { completionOf } from '../../../../tests/builders/completion.ts';
import {
  moveTo,
  ONE,
  PlaygroundHarness,
  submit,
  TWO,
} from '../../../../tests/builders/playground-harness.ts';
import { OWN_AUTHOR } from '../../../domain/answer.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';

let harness = new PlaygroundHarness();
beforeEach(() => {
  harness = new PlaygroundHarness();
});

describe('PlaygroundState', () => {
  it('opens an easy problem first, with the right answer picked, and judges it', async () => {
    const { bar, playground, problems } = await harness.open();
    expect(bar.hash).toBe('#/problem/one');
    expect(playground.choice?.label).toBe('Example: correct answer');
    await playground.ask();
    expect(playground.judging.record?.report.reward).toBe(1);
    expect(playground.answer.record?.completion.reasoning).toContain('hm');
    expect(problems.progressOf(ONE)).toEqual({ recorded: 'solved' });
    expect(harness.judge.codes).toEqual(['print(1)']);
  });

  it('comes back as it was left', async () => {
    const first = await harness.open();
    await first.playground.ask();
    await submit(first.playground, 'print(2)');
    const { playground, problems } = await harness.open(first.bar.hash);
    expect(playground.draft.code).toBe('print(2)');
    expect(playground.answer.record?.label).toBe('Example: correct answer');
    expect(playground.judging.record?.report.verdict).toBe('wrong-answer');
    expect(playground.judging.isFresh).toBe(false);
    playground.showTab('answer');
    expect(playground.judging.record?.report.verdict).toBe('accepted');
    expect(problems.progressOf(ONE)).toEqual({ recorded: 'solved', own: 'failed' });
  });

  it('leaves no verdict beside an answer that it was not given on', async () => {
    const { bar, playground } = await harness.open();
    await playground.ask();
    expect(playground.judging.record?.report.reward).toBe(1);
    harness.judge.gate = new Promise(() => undefined);
    void playground.ask();
    await eventually(() => expect(playground.verdict.completion.running).toBe(true));
    const later = await harness.open(bar.hash);
    expect(later.playground.answer.record?.label).toBe('Example: correct answer');
    expect(later.playground.judging.record).toBeNull();
  });

  it('knows over a reload that the judged program has changed since', async () => {
    const { bar, playground } = await harness.open();
    await submit(playground, 'print(1)');
    expect(playground.changedSince).toBe(false);
    playground.draft.edit('print(1) # or not');
    expect(playground.changedSince).toBe(true);
    playground.draft.save();
    expect((await harness.open(bar.hash)).playground.changedSince).toBe(true);
    playground.draft.edit('print(1)');
    playground.draft.save();
    const later = await harness.open(bar.hash);
    expect([later.playground.changedSince, later.playground.judging.record?.report.reward]).toEqual([
      false,
      1,
    ]);
  });

  it('marks an answer that was still streaming as interrupted', async () => {
    const first = await harness.open();
    await first.playground.ask();
    const record = await harness.tables.answers.read(ONE);
    await harness.tables.answers.write(ONE, { ...record!, ended: false });
    const { playground } = await harness.open(first.bar.hash);
    expect(playground.answer.record?.completion.finishReason).toBe('interrupted');
  });

  it('runs the samples without a reward, and remembers no progress from them', async () => {
    const { playground, problems } = await harness.open();
    playground.draft.edit('print(1)');
    await playground.program.runSamples();
    expect(playground.judging.record?.scope).toBe('public');
    expect(problems.progressOf(ONE)).toBeUndefined();
  });

  it('does not put a verdict under an answer that another tab has asked for since', async () => {
    const { bar, playground } = await harness.open();
    await playground.ask();
    const storedAnswer = await harness.tables.answers.read(ONE);
    expect((await harness.open(bar.hash)).playground.judging.record?.report.verdict).toBe('accepted');
    await harness.tables.answers.write(ONE, { ...storedAnswer!, completion: completionOf('Another.') });
    expect((await harness.open(bar.hash)).playground.judging.record).toBe(null);
  });

  it('gives the answer and the program a verdict each, even while both are judged', async () => {
    const { playground, view } = await harness.open();
    const open = hold(harness.judge);
    playground.draft.edit('print(2)');
    const asking = playground.ask();
    await eventually(() => expect(playground.verdict.completion.running).toBe(true));
    const submitted = playground.program.submit();
    await eventually(() => expect(playground.verdict.program.running).toBe(true));
    open();
    await Promise.all([asking, submitted]);
    expect([view.current.tab, view.current.test]).toEqual(['program', 0]);
    expect(playground.judging.record?.report.verdict).toBe('wrong-answer');
    playground.showTab('answer');
    expect(view.current.test).toBeNull();
    expect(playground.judging.record?.report.verdict).toBe('accepted');
    expect(await harness.tables.judgements.read(ONE)).toMatchObject({
      completion: { report: { reward: 1 } },
      program: { report: { reward: 0 } },
    });
  });

  it('drops a report that comes after the problem was left', async () => {
    const { playground, problems } = await harness.open();
    const open = hold(harness.judge);
    playground.draft.edit('print(1)');
    const submitted = playground.program.submit();
    playground.problem.goTo(TWO);
    open();
    await submitted;
    await eventually(() => expect(playground.openedProblem?.problem.id).toBe('two'));
    expect(playground.judging.record).toBeNull();
    expect(problems.progressOf(ONE)).toBeUndefined();
    expect(await harness.tables.judgements.read(ONE)).toBeUndefined();
  });

  it('stops a judging: shown, and not stored', async () => {
    const { playground } = await harness.open();
    const open = hold(harness.judge);
    playground.draft.edit('print(1)');
    const submitted = playground.program.submit();
    playground.stop();
    open();
    await submitted;
    expect(playground.judging.record?.report.flags).toEqual(['stopped']);
    expect(await harness.tables.judgements.read(ONE)).toBeUndefined();
  });

  it('gives the program back that an answer replaced', async () => {
    const { playground } = await harness.open();
    playground.draft.edit('mine');
    await playground.ask();
    playground.useAnswer();
    expect(playground.draft.code).toBe('print(1)');
    playground.draft.undo();
    expect(playground.draft.code).toBe('mine');
    // After two inserted programs, the user can still restore the program that they wrote.
    playground.program.putBack('print(2)', OWN_AUTHOR);
    playground.program.putBack('print(3)', OWN_AUTHOR);
    playground.draft.undo();
    expect(playground.draft.code).toBe('mine');
  });

  it('counts a program that was taken from an answer as the answer’s, until it is changed', async () => {
    const first = await harness.open();
    await first.playground.ask();
    first.playground.useAnswer();
    await first.playground.program.submit();
    expect(first.problems.progressOf(ONE)).toEqual({ recorded: 'solved' });
    // The same is true after a reload while another answer is shown.
    const { playground, problems } = await harness.open(first.bar.hash);
    expect(playground.draft.author).toEqual({ type: 'recorded', label: 'Example: correct answer' });
    playground.answer.clear();
    await submit(playground, 'print(1)  \n\n');
    expect(problems.progressOf(ONE)).toEqual({ recorded: 'solved' });
    playground.draft.edit('print(0 + 1)');
    expect(playground.draft.author).toEqual(OWN_AUTHOR);
    await playground.program.submit();
    expect(problems.progressOf(ONE)?.own).toBeDefined();
  });

  it('does not count a copy of the shown answer as the user’s own', async () => {
    const { playground, problems } = await harness.open();
    await playground.ask();
    await submit(playground, 'print(1)\n');
    expect(problems.progressOf(ONE)).toEqual({ recorded: 'solved' });
  });

  it('keeps every verdict in the history, with whose work it was', async () => {
    const { playground } = await harness.open();
    await playground.ask();
    await submit(playground, 'print(2)');
    await playground.program.runSamples();
    await playground.history.writePromise;
    const entries = [...(await (await harness.tables.history()).readOf(ONE)).values()];
    expect(
      entries.map(({ author, submission, report }) => [author.type, submission.kind, report.reward]),
    ).toEqual([
      ['recorded', 'completion', 1],
      ['own', 'program', 0],
    ]);
  });

  it('shows an answer that was given elsewhere, and keeps it', async () => {
    const first = await harness.open();
    await first.playground.ask();
    const [answer, report] = [first.playground.answer.record!, first.playground.judging.record];
    await moveTo(first.playground, TWO);
    await moveTo(first.playground, ONE);
    first.playground.showAnswer({ ...answer, label: 'elsewhere' }, null, 'endpoint:tiny');
    expect(first.bar.hash).toContain('model=endpoint%3Atiny');
    expect([await harness.tables.judgements.read(ONE), first.playground.judging.record]).toEqual([{}, null]);
    first.playground.showAnswer({ ...answer, label: 'elsewhere' }, report, 'endpoint:tiny');
    const { playground } = await harness.open(first.bar.hash);
    expect(playground.answer.record?.label).toBe('elsewhere');
    expect(playground.judging.record?.report.reward).toBe(1);
  });

  it('says that a problem is missing, and opens it once a file brings it', async () => {
    const { playground, problems } = await harness.open('#/problem/new');
    expect(playground.problem.phase).toEqual({ type: 'missing', id: 'new' });
    await harness.add(problems, 'mine.jsonl', 'new one');
    playground.problem.reopen();
    await eventually(() => expect(playground.openedProblem?.problem.id).toBe('new'));
    expect(playground.choice).toBeNull();
    await problems.removeSet('mine.jsonl');
    playground.problem.reopen();
    await eventually(() => expect(playground.problem.phase.type).toBe('missing'));
  });

  it('keeps apart what two sets know under one id', async () => {
    const { bar, playground, problems } = await harness.open('#/problem/one');
    await harness.add(problems, 'mine.jsonl', 'one');
    await harness.add(problems, 'again.jsonl', 'one');
    await submit(playground, 'print(1)');
    const open = async (set: string) => {
      await moveTo(playground, { set, id: 'one' });
      return [bar.hash, playground.draft.code, problems.progressOf({ set, id: 'one' })];
    };
    const mine = ['#/problem/one?in=mine.jsonl&tab=program', '# start\n', undefined];
    expect(await open('mine.jsonl')).toEqual(mine);
    expect(await open('bundled')).toEqual(['#/problem/one?tab=program', 'print(1)', { own: 'solved' }]);
    await open('again.jsonl');
    await submit(playground, 'print(2)');
    const later = await harness.open('#/problem/one?in=again.jsonl');
    expect(later.problems.progressOf({ set: 'again.jsonl', id: 'one' })).toEqual({ own: 'failed' });
    expect([...later.problems.sets.keys()]).toEqual(['bundled', 'mine.jsonl', 'again.jsonl']);
    await later.problems.removeSet('again.jsonl');
    later.playground.problem.reopen();
    expect(later.playground.problem.phase).toEqual({ type: 'missing', id: 'one' });
  });

  it('follows the address back and forward', async () => {
    const { bar, playground } = await harness.open();
    await moveTo(playground, TWO);
    bar.hash = '#/problem/one?tab=program';
    bar.changed();
    await eventually(() => expect(playground.openedProblem?.problem.id).toBe('one'));
  });
});

describe('problems that a file brings', () => {
  it('come first, and the first of them opens', async () => {
    const { bar, playground, problems } = await harness.open();
    await harness.add(problems, 'mine.jsonl', 'three four');
    await harness.add(problems, 'again.jsonl', 'five one');
    playground.arrive('again.jsonl');
    await eventually(() => expect(playground.openedProblem?.problem.id).toBe('five'));
    const ids = (of: ProblemsState) => of.listed.map(({ summary }) => summary.id).join(' ');
    expect(ids(problems)).toBe('five one three four hard one two');
    // An address without a set still identifies the same problem.
    expect(problems.refOfAddress({ problem: 'one', in: null })).toEqual(ONE);
    await harness.add(problems, 'mine.jsonl', 'three six');
    expect(ids(problems)).toBe('three six five one hard one two');
    const later = await harness.open(bar.hash);
    expect(ids(later.problems)).toBe('five one three six hard one two');
  });

  it('take nothing away from what runs, nor a dialog from who is in it', async () => {
    const { playground, problems, view } = await harness.open();
    await harness.add(problems, 'mine.jsonl', 'three');
    playground.draft.edit('print(1)');
    const open = hold(harness.judge);
    const submitted = playground.program.submit();
    playground.arrive('mine.jsonl');
    open();
    await submitted;
    expect(playground.openedProblem?.ref).toEqual(ONE);
    expect(playground.judging.record?.report.reward).toBe(1);
    view.go({ dialog: { type: 'xray' } });
    playground.arrive('mine.jsonl');
    expect(playground.openedProblem?.ref).toEqual(ONE);
  });

  it('come after the one that the address was waiting for', async () => {
    const { playground, problems } = await harness.open('#/problem/four');
    expect(playground.problem.phase.type).toBe('missing');
    await harness.add(problems, 'mine.jsonl', 'three four');
    playground.arrive('mine.jsonl');
    await eventually(() => expect(playground.openedProblem?.problem.id).toBe('four'));
  });
});
