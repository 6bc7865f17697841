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
    title: 'Lessons, in their order',
    places: LESSONS.map((lesson) => ({ ...lesson, load: LIVE[lesson.name]! })),
  },
  {
    title: 'Gym, lab, groups and recipe',
    places: [
      {
        name: 'gym',
        title: TITLES.gym,
        about:
          'Answers that earn 1 without solving anything: which grader lets what through. Try to fool them yourself.',
        load: () => import('./gym/Gym.svelte'),
      },
      {
        name: 'lab',
        title: TITLES.lab,
        about:
          'A toy policy learns to write Python in this tab, rewarded by the real judge. Turn a switch, and see what becomes of it.',
        load: () => import('./lab/Lab.svelte'),
      },
      {
        name: 'group',
        title: 'A group of answers, from any model',
        about:
          'Paste or drop several answers to one problem: rewards by any grader, advantages by four libraries, the push on each token.',
        load: () => import('./group/GroupPlace.svelte'),
      },
      {
        name: 'recipe',
        title: 'The recipe: GRPO+ as published',
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
        title: 'My results',
        about: 'What you predicted in the lessons, as a small file to hand in.',
        load: () => import('./class/Results.svelte'),
      },
      {
        name: 'teacher',
        title: 'For a class',
        about: 'What each lesson needs, links that hide answers or controls, and what to ask afterwards.',
        load: () => import('./class/Teacher.svelte'),
      },
    ],
  },
];

export const PLACES: readonly Place[] = PARTS.flatMap(({ places }) => places);
