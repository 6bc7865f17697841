import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../../tests/builders/view-of.ts';
import { DialogsState } from './dialogs-state.svelte.ts';
import { PLAYGROUND_CODEC, COMPARE_AS_LEFT } from './playground-view.ts';

function page(hash = '') {
  const { bar, view } = viewOf(PLAYGROUND_CODEC, hash);
  const dialogs = new DialogsState(view);
  const types = () => dialogs.layers.map(({ type }) => type);
  return { bar, view, dialogs, types };
}

describe('DialogsState', () => {
  it('opens what the link names, and writes what it opens where a link can name it', () => {
    const { bar, dialogs, types } = page('#/problem/one?models=here');
    expect(dialogs.find('models')).toEqual({ type: 'models' });
    dialogs.close('models');
    expect(bar.hash).toBe('#/problem/one');
    dialogs.open({ type: 'rules' });
    expect([types(), bar.hash]).toEqual([['rules'], '#/problem/one']);
    dialogs.close('rules');
    dialogs.open(COMPARE_AS_LEFT);
    expect([types(), bar.hash]).toEqual([['compare'], '#/problem/one?compare=1']);
  });

  it('gives back the dialog from within which another one was opened', () => {
    const { bar, dialogs, types } = page('#/?compare=1');
    dialogs.open({ type: 'models' });
    expect([types(), bar.hash]).toEqual([['compare', 'models'], '#/?compare=1']);
    dialogs.close('models', { pick: 'cpu:a' });
    expect([types(), bar.hash]).toEqual([['compare'], '#/?model=cpu%3Aa&compare=1']);
  });

  it('closes once, with what was chosen as one step', () => {
    const { bar, dialogs } = page('#/?models=here');
    dialogs.close('models', { pick: 'gpu:b' });
    dialogs.close('models', { pick: 'gpu:c' });
    expect([bar.hash, bar.steps]).toEqual(['#/?model=gpu%3Ab', 1]);
  });

  it('is left behind with the page, and never brings it back', () => {
    const { bar, dialogs, types, view } = page('#/problem/one?xray=1');
    dialogs.open({ type: 'endpoint' });
    bar.hash = '#/models';
    bar.changed();
    dialogs.leave();
    dialogs.close('xray');
    dialogs.close('endpoint', { pick: 'endpoint:tiny' });
    expect([bar.hash, types(), view.current.problem]).toEqual(['#/models', [], 'one']);
  });
});

describe('PageView', () => {
  it('is changed behind another page without bringing it in front, unless that is a step', () => {
    const { bar, view } = page('#/models');
    const seen: (string | null)[] = [];
    view.listen(({ problem }) => seen.push(problem));
    view.adjust({ problem: 'one' });
    expect([bar.hash, view.current.problem, view.inFront]).toEqual(['#/models', 'one', false]);
    view.go({ pick: 'gpu:b' });
    expect([bar.hash, view.inFront]).toEqual(['#/problem/one?model=gpu%3Ab', true]);
    bar.hash = '#/nothing';
    bar.changed();
    expect([view.current.problem, seen]).toEqual(['one', ['one', 'one']]);
  });
});
