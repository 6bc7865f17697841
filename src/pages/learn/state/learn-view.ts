/** The address of the Learn page: the titles of its places, the open place, and the settings of the place as text. */
import type { PageCodec } from '../../../kit/address/route.ts';

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

/** Titles of the places of Learn. They are part of the first screen, for the title of the document. */
export const TITLES = {
  ...LESSON_TITLES,
  gym: 'The hack gym: earn 1 without solving',
  lab: 'The lab: train a policy',
  reward: 'Be the reward: write the tests',
  group: 'A group of answers, from any model',
  recipe: 'The recipe: GRPO+ as published',
  class: 'Your class',
  results: 'My results',
  teacher: 'For a class',
  'class-results': 'Results of a class',
  handout: 'Handout of the lessons',
} as const;

export type PlaceName = keyof typeof TITLES;

export function titleOf(name: string): string | null {
  return Object.hasOwn(TITLES, name) ? TITLES[name as PlaceName] : null;
}

/** Whether the place has a presentation: the lessons and the lab. */
export function canPresent(name: string): boolean {
  return name === 'lab' || Object.hasOwn(LESSON_TITLES, name);
}

export interface LearnView {
  /** Name of a lesson or another place; '' for the list of places. */
  readonly place: string;
  /** The text after the `?`. Each place parses its own settings, so that their code is not part of the first screen. */
  readonly settings: string;
}

const PATH = /^\/learn(?:\/([a-z-]+))?$/;

export const LEARN_CODEC: PageCodec<LearnView> = {
  page: 'learn',
  initial: { place: '', settings: '' },
  parse(path, parameters) {
    const match = PATH.exec(path);
    return match === null ? null : { place: match[1] ?? '', settings: parameters.toString() };
  },
  format: ({ place, settings }) =>
    `/learn${place === '' ? '' : `/${place}`}${settings === '' ? '' : `?${settings}`}`,
};

/** Changes settings in the text of an address, and keeps all others. Null removes a setting. */
export function withSettings(
  settings: string,
  change: Readonly<Record<string, string | number | null>>,
): string {
  const parameters = new URLSearchParams(settings);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  return parameters.toString();
}

/** Returns the step that is presented, starting at 1; 0 if the place is not presented. */
export function presentedStep({ place, settings }: LearnView): number {
  const step = new URLSearchParams(settings).get('present');
  return step !== null && canPresent(place) ? Math.max(1, Math.floor(Number(step)) || 1) : 0;
}
