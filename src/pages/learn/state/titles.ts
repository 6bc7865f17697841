import { LESSON_TITLES, TITLES } from '../words/titles.ts';

export type PlaceName = keyof typeof TITLES;

export function titleOf(name: string): string | null {
  return Object.hasOwn(TITLES, name) ? TITLES[name as PlaceName] : null;
}

/** Whether the place has a presentation: the lessons and the lab. */
export function canPresent(name: string): boolean {
  return name === 'lab' || Object.hasOwn(LESSON_TITLES, name);
}
