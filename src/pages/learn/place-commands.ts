/** Ways to the places of Learn, for the palette: too many, and too long, for the first screen. */
import type { LearnNeeds } from './state/learn-needs.ts';
import type { Command } from '../../kit/commands/command.ts';
import { PLACES } from './places.ts';
import * as words from './words/places.ts';

export const PLACE_COMMANDS: readonly Command<Pick<LearnNeeds, 'learnView'>>[] = PLACES.map(
  ({ name, title }) => ({
    id: `learn-${name}`,
    name: words.goTo(title),
    when: ({ learnView }) => !learnView.inFront || learnView.current.place !== name,
    run: ({ learnView }) => learnView.go({ place: name, settings: '' }),
  }),
);
