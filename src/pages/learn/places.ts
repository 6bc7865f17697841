/** The places of Learn, in the order and parts of its list; each brings its own code. */
import type { Place } from './parts/place.ts';
import { LESSONS } from './words/lessons.ts';
import * as words from './words/places.ts';
import { TITLES } from './words/titles.ts';

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
    title: words.lessons,
    places: LESSONS.map((lesson) => ({ ...lesson, load: LIVE[lesson.name]! })),
  },
  {
    title: words.experiments,
    places: [
      {
        name: 'gym',
        title: TITLES.gym,
        about: words.gymAbout,
        load: () => import('./gym/Gym.svelte'),
      },
      {
        name: 'lab',
        title: TITLES.lab,
        about: words.labAbout,
        load: () => import('./lab/Lab.svelte'),
      },
      {
        name: 'group',
        title: TITLES.group,
        about: words.groupAbout,
        load: () => import('./group/GroupPlace.svelte'),
      },
      {
        name: 'recipe',
        title: TITLES.recipe,
        about: words.recipeAbout,
        load: () => import('./recipe/Recipe.svelte'),
      },
    ],
  },
  {
    title: words.forClass,
    places: [
      {
        name: 'results',
        title: TITLES.results,
        about: words.resultsAbout,
        load: () => import('./class/Results.svelte'),
      },
      {
        name: 'teacher',
        title: TITLES.teacher,
        about: words.teacherAbout,
        load: () => import('./class/Teacher.svelte'),
      },
      {
        name: 'class-results',
        title: TITLES['class-results'],
        about: words.classResultsAbout,
        load: () => import('./class/ClassResults.svelte'),
      },
      {
        name: 'handout',
        title: TITLES.handout,
        about: words.handoutAbout,
        load: () => import('./class/Handout.svelte'),
      },
    ],
  },
];

export const PLACES: readonly Place[] = PARTS.flatMap(({ places }) => places);
