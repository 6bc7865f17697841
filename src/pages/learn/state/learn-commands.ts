/** Commands of the page Learn. */
import type { LearnNeeds } from './learn-state.svelte.ts';
import type { Command } from '../../../kit/commands/command.ts';
import type { LearnPageView } from './settings.ts';
import { canPresent, presentedStep, withSettings } from './learn-view.ts';

/** Runs the main action of the open Learn page. */
export const RUN_HERE: Command<LearnNeeds> = {
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
    // The open place has already loaded this code. Other places do not need it.
    if (place === 'gym') void import('./gym.ts').then(({ judgeHere }) => judgeHere(state, settings));
    else void import('./lab-order.ts').then(({ readOrder }) => state.lab.run(readOrder(settings)));
  },
};

export const PRESENT_HERE: Command<LearnNeeds> = {
  id: 'learn-present',
  name: 'Presentation mode',
  keys: 'Mod+.',
  when: ({ learnView }) => canPresent(learnView.current.place),
  run: ({ learnView }) => togglePresentation(learnView),
};

/**
 * Pauses the lab after the step in progress, or stops judging; finished judgements are kept. In a presentation, Escape
 * closes the presentation instead.
 */
export const STOP_LEARNING: Command<LearnNeeds> = {
  id: 'learn-stop',
  name: 'Stop, or pause the lab',
  keys: 'Escape',
  when: ({ learn, learnView }) => learn.current?.busy === true && presentedStep(learnView.current) === 0,
  run: ({ learn }) => learn.current?.stop(),
};

/** Opens the presentation at its first step, or closes it. */
export function togglePresentation(learnView: LearnPageView): void {
  const nextStep = presentedStep(learnView.current) > 0 ? null : 1;
  learnView.go({ settings: withSettings(learnView.current.settings, { present: nextStep }) });
}

export const LEARN_COMMANDS: readonly Command<LearnNeeds>[] = [RUN_HERE, STOP_LEARNING, PRESENT_HERE];
