/** The list of the places of Learn, and the frame around each place. */
import { counted } from '../../../base/number-words.ts';

// LearnPage.svelte
export const breadcrumb = 'Breadcrumb';
export const listLink = 'Learn';
export const notFound = 'Page not found in Learn';
export const noPlaceBefore = 'Learn has no page with the name';
export const showListLink = 'Show all pages of Learn';

// LearnPath.svelte
export const title = 'Learn: training on pass/fail rewards';
export const about = 'Real programs, the real judge, real training: all of it runs live in this browser tab.';
export const toLabLink = 'Train a policy in the lab';
export const startLink = (lesson: number, name: string): string => `Start lesson ${lesson}: ${name}`;
export const continueLink = (lesson: number, name: string): string =>
  `Continue with lesson ${lesson}: ${name}`;
export const lessonsDone = (done: number, all: number): string => `${done} of ${all} lessons done`;
export const done = 'Done';
export const next = 'Next';
export const minutes = (count: number): string => counted(count, 'minute');
