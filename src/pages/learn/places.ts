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

const place = (name: Place['name'], about: string, load: Place['load']): Place => ({
  name,
  title: TITLES[name],
  about,
  load,
});

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
      place('gym', words.gymAbout, () => import('./gym/Gym.svelte')),
      place('lab', words.labAbout, () => import('./lab/Lab.svelte')),
      place('group', words.groupAbout, () => import('./group/GroupPlace.svelte')),
      place('recipe', words.recipeAbout, () => import('./recipe/Recipe.svelte')),
    ],
  },
  {
    title: words.forClass,
    places: [
      place('results', words.resultsAbout, () => import('./class/Results.svelte')),
      place('teacher', words.teacherAbout, () => import('./class/Teacher.svelte')),
      place('class-results', words.classResultsAbout, () => import('./class/ClassResults.svelte')),
      place('handout', words.handoutAbout, () => import('./class/Handout.svelte')),
    ],
  },
];

export const PLACES: readonly Place[] = PARTS.flatMap(({ places }) => places);
