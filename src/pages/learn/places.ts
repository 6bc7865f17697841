/**
 * The places of Learn, in the order and the parts of their list, and the commands that open them. Each place is a
 * separate chunk.
 */
import { boxPath, dotPath, each, type Picture, type Place } from './parts/place.ts';
import type { LearnNeeds } from './state/learn-state.svelte.ts';
import { LESSONS } from './lessons/lessons.ts';
import { TITLES } from './state/learn-view.ts';
import { passedOn } from './state/settings.ts';
import type { Command } from '../../kit/commands/command.ts';

const place = (name: Place['name'], about: string, picture: Picture, load: Place['load']): Place => ({
  name,
  title: TITLES[name],
  about,
  picture,
  load,
});

/** A part of the list with its own heading. */
interface Part {
  readonly title: string;
  readonly places: readonly Place[];
}

export const PARTS: readonly Part[] = [
  {
    title: 'Lessons',
    places: LESSONS,
  },
  {
    title: 'Experiments',
    places: [
      place(
        'gym',
        'Answers that earn 1 without solving anything, and the graders that they fool. Try to fool them yourself.',
        [
          ['bad', dotPath(26, 20, 12)],
          ['line', 'M44 12l16 16M60 12 44 28'],
        ],
        () => import('./gym/Gym.svelte'),
      ),
      place(
        'lab',
        'A toy policy learns to write Python in this tab, rewarded by the real judge. Change a setting and compare the curves.',
        [
          ['line', 'M6 4v32h60'],
          ['pale', 'M8 33c20 0 30-8 56-12v2c-26 4-36 12-56 12z'],
          ['accent', 'M8 33c18 0 20-24 56-25v2C30 11 28 35 8 35z'],
        ],
        () => import('./lab/Lab.svelte'),
      ),
      place(
        'reward',
        'Write the tests that pay a policy, and see what it learns: the task, or a program that fools you.',
        [
          ['line', each([4, 16, 28], (y) => boxPath(6, y, 26, 8))],
          ['good', dotPath(56, 12, 6)],
          ['bad', dotPath(56, 28, 6)],
          ['accent', 'M36 19h8v-3l5 4-5 4v-3h-8z'],
        ],
        () => import('./film/BeTheReward.svelte'),
      ),
      place(
        'group',
        'Paste or drop several answers to one problem: rewards by any grader, advantages as in four libraries, the push on each token.',
        [
          ['good', dotPath(14, 14, 6)],
          ['line', `${dotPath(32, 14, 5)}${dotPath(49, 14, 5)}${dotPath(63, 14, 5)}`],
          ['accent', 'M14 24l-4 6h3v8h2v-8h3z'],
          ['bad', each([32, 49, 63], (x) => `M${x} 36l-3-4h2v-4h2v4h2z`)],
        ],
        () => import('./group/GroupPlace.svelte'),
      ),
      place(
        'recipe',
        'Each ingredient of DeepCoder’s training with its formula, its source and where to see it; the published scores; one-off pipelining, simulated.',
        [
          ['pale', each([8, 18, 28], (y) => boxPath(20, y, 44, 4))],
          ['line', each([10, 20, 30], (y) => `M8 ${y}l2 2 4-4`)],
        ],
        () => import('./recipe/Recipe.svelte'),
      ),
    ],
  },
  {
    title: 'Class',
    places: [
      place(
        'class',
        'The lessons, problems and questions that your teacher put together, with your progress.',
        [
          ['line', each([9, 20, 31], (y) => dotPath(14, y, 4))],
          ['good', dotPath(14, 9, 4)],
          ['pale', each([7, 18, 29], (y) => boxPath(24, y, 40, 4))],
        ],
        () => import('./class/ClassPlace.svelte'),
      ),
      place(
        'results',
        'Your predictions in the lessons, as a small file for your teacher.',
        [
          ['pale', each([8, 18, 28], (y) => boxPath(22, y, 40, 4))],
          ['good', `${dotPath(12, 10, 4)}${dotPath(12, 30, 4)}`],
          ['bad', dotPath(12, 20, 4)],
        ],
        () => import('./class/Results.svelte'),
      ),
      place(
        'teacher',
        'Links and QR codes for students, with hidden answers or controls; questions for the class; work without internet.',
        [
          ['line', `${boxPath(20, 4, 11, 11)}${boxPath(42, 4, 11, 11)}${boxPath(20, 25, 11, 11)}`],
          [
            'accent',
            `${boxPath(24, 8, 3, 3)}${boxPath(46, 8, 3, 3)}${boxPath(24, 29, 3, 3)}${boxPath(42, 25, 3, 3)}`,
          ],
          ['accent', `${boxPath(48, 29, 5, 3)}${boxPath(42, 33, 3, 3)}${boxPath(35, 18, 4, 4)}`],
        ],
        () => import('./class/Teacher.svelte'),
      ),
      place(
        'class-results',
        'Drop the result files of the students: one table, one histogram per question, and a CSV file.',
        [
          ['line', 'M6 4v32h60'],
          ['accent', `${boxPath(14, 22, 12, 13)}${boxPath(32, 8, 12, 27)}${boxPath(50, 28, 12, 7)}`],
        ],
        () => import('./class/ClassResults.svelte'),
      ),
      place(
        'handout',
        'All questions on paper, with or without the answers.',
        [
          ['line', boxPath(20, 3, 32, 34)],
          ['pale', each([9, 15, 27], (y) => boxPath(25, y, 22, 2))],
          ['accent', `${boxPath(25, 20, 3, 3)}${boxPath(25, 31, 3, 3)}`],
        ],
        () => import('./class/Handout.svelte'),
      ),
    ],
  },
];

export const PLACES: readonly Place[] = PARTS.flatMap(({ places }) => places);

/** Commands of the palette. They would make the first screen too large. */
export const PLACE_COMMANDS: readonly Command<LearnNeeds>[] = PLACES.map(({ name, title }) => ({
  id: `learn-${name}`,
  name: `Go to ${title}`,
  when: ({ learnView }) => !learnView.inFront || learnView.current.place !== name,
  run: ({ learnView }) => learnView.go({ place: name, settings: passedOn(learnView.current.settings) }),
}));
