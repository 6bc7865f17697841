/** Sentences of the presentation mode. */

// Presentation.svelte
export const loadingProblem = 'Loading the problem…';
export const noProblem = 'No problem is open';
export const stopButton = 'Stop';
export const playButton = 'Play the example';
export const exitButton = 'Exit';

// PresentedCode.svelte
export const answerRegion = 'The answer';
export const programRegion = 'The judged program';
export const nothingYet = 'There is nothing to judge yet.';
export const reasoningHeading = 'Reasoning';

// presented-source.ts
export const ownProgram = 'Own program';
export const recordedEarlier = (label: string): string => `${label}. Recorded earlier, not generated now`;
