/** The frame of every lesson, and its presentation. */
import { numberText } from '../../../base/number-words.ts';

// LessonFrame.svelte
export const question = (question: string): string => `Predict: ${question}`;
export const theAnswer = '(the answer)';
export const predictButton = 'Predict';
export const skipButton = 'Skip the prediction';
export const predictForClass = 'Make a prediction. The class discusses the outcome.';
export const predictToOpen = 'Make a prediction to open the experiment.';
export const correct = 'Correct.';
export const incorrect = 'Not quite.';
export const lessonOf = (lesson: number, all: number): string => `Lesson ${lesson} of ${all}`;
export const presentButton = 'Present';
export const predictionSaved = 'Prediction saved.';
export const predictionInAddress = 'Prediction saved in the address.';
export const staysHidden = 'The experiment and its outcome stay hidden until the class discusses them.';
export const experiment = 'Experiment';
export const explainButton = 'Show the explanation';
export const neighbours = 'Neighbouring lessons';
export const previousLink = (title: string): string => `Previous: ${title}`;
export const nextLink = (title: string): string => `Next: ${title}`;

// GivenProblem.svelte
export const problem = (title: string): string => `Problem: ${title}`;
export const limits = (tests: number, seconds: number): string =>
  `${numberText(tests)} tests, ${seconds} s per test`;

// presented-steps.ts
/** Titles of the steps of a presentation. */
export const step = {
  introduction: 'Introduction',
  problem: 'Problem',
  submission: 'Submission',
  prediction: 'Prediction',
  experiment: 'Experiment',
  explanation: 'Explanation',
} as const;

// PresentedLesson.svelte
export const stepOf = (step: number, all: number, title: string): string => `${step} of ${all}: ${title}`;
export const backButton = 'Back';
export const nextButton = 'Next';
/** The key that leaves the presentation. */
export const exitKey = 'Esc';
export const exitButton = 'Exit';
