/** The places of Learn, in the order and parts of its list; each brings its own code. */
import { LESSONS } from './lessons/lessons.ts';
import type { Place } from './parts/place.ts';
import { TITLES } from './state/titles.ts';

/** The live thing of each lesson. */
const LIVE: Readonly<Record<string, Place['load']>> = {
  'one-bit': () => import('./lessons/OneBit.svelte'),
  extraction: () => import('./lessons/ExtractionLesson.svelte'),
  'how-many-tests': () => import('./lessons/HowManyTests.svelte'),
  graders: () => import('./lessons/Graders.svelte'),
  time: () => import('./lessons/TimeLimits.svelte'),
  truncation: () => import('./lessons/Truncation.svelte'),
  advantages: () => import('./lessons/Advantages.svelte'),
  'no-variance': () => import('./lessons/NoVariance.svelte'),
};

/** A part of the list with its own heading. */
interface Part {
  readonly title: string;
  readonly places: readonly Place[];
}

export const PARTS: readonly Part[] = [
  {
    title: 'Lessons',
    places: LESSONS.map((lesson) => ({ ...lesson, load: LIVE[lesson.name]! })),
  },
  {
    title: 'Experiments',
    places: [
      {
        name: 'gym',
        title: TITLES.gym,
        about:
          'Answers that earn 1 without solving anything, and the graders that they fool. Try to fool them yourself.',
        load: () => import('./gym/Gym.svelte'),
      },
      {
        name: 'lab',
        title: TITLES.lab,
        about:
          'A toy policy learns to write Python in this tab, rewarded by the real judge. Change a setting and compare the curves.',
        load: () => import('./lab/Lab.svelte'),
      },
      {
        name: 'group',
        title: TITLES.group,
        about:
          'Paste or drop several answers to one problem: rewards by any grader, advantages as in four libraries, the push on each token.',
        load: () => import('./group/GroupPlace.svelte'),
      },
      {
        name: 'recipe',
        title: TITLES.recipe,
        about:
          'Each ingredient of DeepCoder’s training with its formula, its source and where to see it; the published scores; one-off pipelining, simulated.',
        load: () => import('./recipe/Recipe.svelte'),
      },
    ],
  },
  {
    title: 'Class',
    places: [
      {
        name: 'results',
        title: TITLES.results,
        about: 'Your predictions in the lessons, as a small file for your teacher.',
        load: () => import('./class/Results.svelte'),
      },
      {
        name: 'teacher',
        title: TITLES.teacher,
        about:
          'Links and QR codes for students, with hidden answers or controls; questions for the class; work without internet.',
        load: () => import('./class/Teacher.svelte'),
      },
      {
        name: 'class-results',
        title: TITLES['class-results'],
        about:
          'Drop the result files of the students: one table, one histogram per question, and a CSV file.',
        load: () => import('./class/ClassResults.svelte'),
      },
      {
        name: 'handout',
        title: TITLES.handout,
        about: 'All questions on paper, with or without the answers.',
        load: () => import('./class/Handout.svelte'),
      },
    ],
  },
];

export const PLACES: readonly Place[] = PARTS.flatMap(({ places }) => places);
