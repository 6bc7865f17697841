/** Commands of the page Learn. */
import type { LearnNeeds } from './learn-needs.ts';
import type { Command } from '../../../kit/commands/command.ts';

type OnLearn = Command<Pick<LearnNeeds, 'learn' | 'learnView'>>;

/** Runs the main action of the open Learn page. */
export const RUN_HERE: OnLearn = {
  id: 'learn-run',
  name: 'Run the lab, or have the gym judge',
  keys: 'Mod+Enter',
  when: ({ learn, learnView: { current } }) =>
    (current.place === 'lab' && learn.current?.lab.busy === false) ||
    (current.place === 'gym' && learn.current?.gym.busy === false),
  run({ learn, learnView }) {
    const { place, settings } = learnView.current;
    const state = learn.current;
    if (state === null) return;
    // Not part of the first screen, and shown by then: its code is there.
    void import('./run-here.ts').then(({ judgeHere, runLab }) =>
      (place === 'gym' ? judgeHere : runLab)(state, settings),
    );
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

export const LEARN_COMMANDS: readonly OnLearn[] = [RUN_HERE, STOP_LEARNING];
