import { describe, expect, it } from 'vitest';
import { WebStorage } from '../../../storage/web-storage.ts';
import { ClassResultsState } from './class-results-state.svelte.ts';
import { ResultsState, resultFileName } from './results-state.svelte.ts';

const NOON = new Date('2026-01-02T12:00:00Z');
const broken = () => {
  throw new Error('blocked');
};

describe('results of lessons', () => {
  it('keep the first prediction of each lesson across reloads', () => {
    const storage = new WebStorage(broken);
    const results = new ResultsState(storage, () => NOON);
    results.predict('one-bit', 2, true);
    results.predict('one-bit', 0, false);
    results.predict('advantages', 1, false);
    expect(results.of('one-bit')).toMatchObject({ guess: 2, right: true });
    expect(new ResultsState(storage).all).toEqual(results.all);
    expect(JSON.parse(results.file('Ada'))).toEqual({
      format: 'allpass-lessons',
      version: 1,
      name: 'Ada',
      right: 1,
      of: 2,
      lessons: results.all,
    });
    const restore = results.forget();
    expect(new ResultsState(storage).all).toEqual([]);
    restore();
    expect(new ResultsState(storage).all.length).toBeGreaterThan(0);
    results.forget();
  });

  it('ignore predictions after a lesson was opened', () => {
    const results = new ResultsState(new WebStorage(broken), () => NOON);
    expect(results.openedWith('one-bit')).toBe(undefined);
    results.skip('one-bit');
    results.predict('one-bit', 1, true);
    expect(results.openedWith('one-bit')).toBe(null);
    expect(results.of('one-bit')).toBe(null);
    results.predict('time', 0, false);
    results.skip('time');
    expect(results.openedWith('time')).toBe(0);
    results.forget();
    results.predict('one-bit', 1, true);
    expect(results.all.map(({ lesson }) => lesson)).toEqual(['one-bit']);
  });

  it('stay sealed until a hidden answer is shown; the file for the teacher contains them', () => {
    const storage = new WebStorage(broken);
    const results = new ResultsState(storage, () => NOON);
    results.predict('time', 1, true, true);
    expect(new ResultsState(storage).of('time')).toMatchObject({ right: true, sealed: true });
    expect(JSON.parse(results.file('Ada'))).toMatchObject({
      right: 1,
      lessons: [{ lesson: 'time', right: true }],
    });
    expect(results.file('Ada')).not.toContain('sealed');
    results.explain('one-bit');
    results.explain('time');
    expect(new ResultsState(storage).of('time')?.sealed).toBe(undefined);
    expect(results.file('Ada')).not.toContain('explained');
  });

  it('are done with a prediction and its explanation, not with one of them', () => {
    const storage = new WebStorage(broken);
    const results = new ResultsState(storage, () => NOON);
    results.skip('one-bit');
    results.explain('one-bit');
    results.predict('time', 0, false);
    results.predict('graders', 0, false);
    results.explain('graders');
    expect(['one-bit', 'time', 'graders'].map((name) => results.isDone(name))).toEqual([false, false, true]);
    expect(new ResultsState(storage).isDone('graders')).toBe(true);
    results.forget();
  });

  it('are empty if the stored value is invalid', () => {
    for (const text of ['{', '7', '[{"lesson":3}]', '[null]']) {
      const storage = new WebStorage(broken);
      storage.write('allpass-lessons-1', text);
      expect(new ResultsState(storage).all).toEqual([]);
    }
  });
});

it('the file name has the student’s name, without characters that a file system refuses', () => {
  expect(resultFileName(' Ada  King ')).toBe('allpass-lessons-Ada-King.json');
  expect(resultFileName('Zoë/../Nuñez: 2')).toBe('allpass-lessons-Zoë-Nuñez-2.json');
  expect(resultFileName('李雷')).toBe('allpass-lessons-李雷.json');
});

it('a folder among result files is a fault, and the files beside it are read', async () => {
  const folder = new File([], 'folder');
  folder.text = () => Promise.reject(new DOMException('A folder', 'NotFoundError'));
  const results = new ResultsState(new WebStorage(broken));
  const state = new ClassResultsState();
  await state.add([folder, new File([results.file('Ada')], 'ada.json')]);
  expect(state.results.map(({ name }) => name)).toEqual(['Ada']);
  expect(state.faults).toEqual([expect.stringMatching(/^folder: This is a folder/)]);
});
