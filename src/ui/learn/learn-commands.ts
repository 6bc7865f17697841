/** Commands of the page Learn. */
import type { AppState } from '../../state/shell/app-state.ts';
import type { Command } from '../shell/command.ts';

type OnLearn = Command<Pick<AppState, 'learn' | 'learnView'>>;

export const RUN_LAB: OnLearn = {
  id: 'lab-run',
  name: 'Run the lab, or go on',
  keys: 'Mod+Enter',
  when: ({ learn, learnView }) => learnView.current.place === 'lab' && learn.current?.lab.busy === false,
  run({ learn, learnView }) {
    const { settings } = learnView.current;
    const lab = learn.current?.lab;
    // Not part of the first screen, and shown by then: its code is there.
    if (lab !== undefined)
      void import('../../state/learn/lab-order.ts').then(({ readOrder }) => lab.run(readOrder(settings)));
  },
};

/** The lab pauses after the step that is under way; a lesson keeps what was judged. */
export const STOP_LEARNING: OnLearn = {
  id: 'learn-stop',
  name: 'Stop, or pause the lab',
  keys: 'Escape',
  when: ({ learn }) => learn.current?.busy === true,
  run: ({ learn }) => learn.current?.stop(),
};

export const LEARN_COMMANDS: readonly OnLearn[] = [RUN_LAB, STOP_LEARNING];
