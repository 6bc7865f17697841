const LESSON_TITLES = {
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

export type PlaceName = keyof typeof TITLES;

/** Returns the title of a place, or null when no place has the name. */
export function titleOf(name: string): string | null {
  return Object.hasOwn(TITLES, name) ? TITLES[name as PlaceName] : null;
}

/** Whether the place has a presentation: the lessons and the lab. */
export function canPresent(name: string): boolean {
  return name === 'lab' || Object.hasOwn(LESSON_TITLES, name);
}
