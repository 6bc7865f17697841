import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { moveTo, PlaygroundHarness, TWO } from '../../../../tests/builders/playground-harness.ts';
import { XrayDialogState } from './xray-dialog-state.svelte.ts';

let harness = new PlaygroundHarness();
beforeEach(() => {
  harness = new PlaygroundHarness();
});

async function open(hash = '') {
  const page = await harness.open(hash);
  const xray = new XrayDialogState(harness.judge, page.playground);
  const openDialog = (): void => {
    page.playground.dialogs.open({ type: 'xray' });
    xray.follow();
  };
  return { ...page, xray, openDialog };
}

describe('the X-ray', () => {
  it('opens by the address, shows the submission of the verdict, and does not run twice', async () => {
    const { bar, playground, xray, openDialog } = await open();
    await playground.ask();
    playground.draft.edit('print(2)');
    openDialog();
    expect(bar.hash).toContain('xray=1');
    await eventually(() => expect(xray.rays.isComplete).toBe(true));
    expect([xray.choices, xray.kind]).toEqual([['completion', 'program'], 'completion']);
    playground.dialogs.close('xray');
    const before = harness.judge.codes.length;
    openDialog();
    await xray.take('program');
    expect(harness.judge.codes.slice(before)).toContain('print(2)');
    expect(harness.judge.codes.slice(before)).not.toContain('print(1)');
  });

  it('has no submission before a program is written or a model is asked', async () => {
    const { xray } = await open('#/problem/one?xray=1');
    xray.follow();
    expect([xray.kind, xray.rays.rows]).toEqual([null, []]);
    expect(harness.judge.codes).toEqual([]);
  });

  it('stops when the dialog closes, and is empty at another problem', async () => {
    const { playground, xray, openDialog } = await open();
    playground.draft.edit('print(1)');
    openDialog();
    expect(xray.rays.running).toBe(true);
    playground.dialogs.close('xray');
    await eventually(() => expect(xray.rays.running).toBe(false));
    expect(xray.rays.submission).toEqual({ kind: 'program', code: 'print(1)' });
    await moveTo(playground, TWO);
    expect([xray.rays.submission, xray.rays.rows]).toEqual([null, []]);
  });
});
