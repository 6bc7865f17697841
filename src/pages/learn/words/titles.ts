/** The names of Learn and of its places. They are part of the start page. */

export const pageName = 'Learn';

export const placeTitle = (place: string): string => `${place} · ${pageName}`;

export const LESSON_TITLES = {
  'one-bit': 'One answer, all tests, one bit',
  extraction: 'Extraction decides',
  'how-many-tests': 'How many tests are enough?',
  graders: 'One answer, every grader',
  time: 'Time limits between machines',
  truncation: 'Truncated is not wrong',
  advantages: 'From rewards to advantages',
  'no-variance': 'Groups without variance teach nothing',
} as const;

/** Titles of the places of Learn, for the document's title as well: the rest of a place loads when it is opened. */
export const TITLES = {
  ...LESSON_TITLES,
  gym: 'The hack gym: earn 1 without solving',
  lab: 'The lab: train a policy',
  group: 'A group of answers, from any model',
  recipe: 'The recipe: GRPO+ as published',
  results: 'My results',
  teacher: 'For a class',
  'class-results': 'Results of a class',
  handout: 'Handout of the lessons',
} as const;
