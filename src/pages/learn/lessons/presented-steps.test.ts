import { describe, expect, it } from 'vitest';
import { presentedStep } from '../state/learn-view.ts';
import { presentedSteps, stepOfKey } from './presented-steps.ts';

const names = (withoutProblem: boolean, answersHidden: boolean) =>
  presentedSteps({ withoutProblem, answersHidden }).map(({ title }) => title);

describe('the steps of a presented lesson', () => {
  it('end with the prediction when the link hides the answers', () => {
    expect(names(false, false)).toEqual(['Problem', 'Submission', 'Prediction', 'Experiment', 'Explanation']);
    expect(names(false, true)).toEqual(['Problem', 'Submission', 'Prediction']);
    expect(names(true, false)).toEqual(['Introduction', 'Prediction', 'Experiment', 'Explanation']);
    expect(names(true, true)).toEqual(['Introduction', 'Prediction']);
  });

  it('follow the arrow keys and the keys of a remote control, without a modifier', () => {
    const press = (key: string, altKey = false) =>
      stepOfKey({ key, altKey, ctrlKey: false, metaKey: false, shiftKey: false });
    expect(['ArrowRight', 'PageDown', 'ArrowLeft', 'PageUp', 'ArrowDown'].map((key) => press(key))).toEqual([
      1, 1, -1, -1, 0,
    ]);
    // Alt with an arrow key navigates in the history of the browser.
    expect(press('ArrowLeft', true)).toBe(0);
  });

  it('are read from the address, and start at the first', () => {
    const step = (place: string, settings: string) => presentedStep({ place, settings });
    expect(step('one-bit', 'present=4&guess=2')).toBe(4);
    expect(['present=', 'present=x', 'present=0', 'present=-2'].map((text) => step('lab', text))).toEqual([
      1, 1, 1, 1,
    ]);
    expect([step('one-bit', ''), step('gym', 'present=1'), step('', 'present=1')]).toEqual([0, 0, 0]);
  });
});
