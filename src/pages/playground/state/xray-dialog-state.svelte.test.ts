import { expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { PlaygroundHarness } from '../../../../tests/builders/playground-harness.ts';

it('looks at something from elsewhere without making it the problem’s, and says when that is over', async () => {
  const { playground } = await new PlaygroundHarness().open();
  playground.draft.edit('print(1)');
  const { problem } = playground.opened!;
  const onclosed = vi.fn();
  const submission = { kind: 'program', code: 'print(2)' } as const;
  playground.xray.show({ label: 'sample a1', problem, submission, onclosed });
  expect(playground.xray.guest?.label).toBe('sample a1');
  expect(playground.xray.rays.submission).toBe(submission);
  await eventually(() => expect(playground.xray.rays.running).toBe(false));
  expect(onclosed).not.toHaveBeenCalled();
  playground.dialogs.close('xray');
  expect(onclosed).toHaveBeenCalledOnce();
  expect([playground.draft.code, playground.draft.replaced]).toEqual(['print(1)', null]);
  playground.xray.open();
  expect([playground.xray.guest, playground.xray.rays.submission]).toEqual([
    null,
    { kind: 'program', code: 'print(1)' },
  ]);
  await eventually(() => expect(playground.xray.rays.running).toBe(false));
});
