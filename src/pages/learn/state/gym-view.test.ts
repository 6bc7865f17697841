import { describe, expect, it } from 'vitest';
import { readGym, writeGym, type GymView } from './gym-view.ts';

const BOARD: GymView = { exploit: null, problem: null, from: null, family: null, grader: null, whole: false };

describe('the gym’s part of the address', () => {
  it('is read as it was written', () => {
    const view: GymView = {
      exploit: 'always-no',
      problem: 'gym/leap-days',
      from: 'always-plain',
      family: 'tests',
      grader: 'custom:compare=nocase',
      whole: true,
    };
    expect(readGym(writeGym('', view))).toEqual(view);
    expect(writeGym(writeGym('', view), BOARD)).toBe('');
    expect(readGym('')).toEqual(BOARD);
  });

  it('leaves a teacher’s flags alone, and out what is no family and no grader', () => {
    expect(writeGym('hide=answers&family=state', { exploit: 'recite' })).toBe(
      'hide=answers&family=state&exploit=recite',
    );
    expect(readGym('family=luck&grader=nobody&as=poem&exploit=')).toEqual(BOARD);
  });
});
