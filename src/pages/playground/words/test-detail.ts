/** Sentences of one test below the verdict. */
import type { Visibility } from '../../../domain/problem.ts';

export const heading = (test: number, visibility: Visibility): string => `Test ${test}, ${visibility}`;
export const closeButton = (test: number): string => `Close test ${test}`;
export const endedBefore = 'The program ended with';
export const hidden = 'This test is hidden by default. Its data is stored on this device.';
export const showButton = 'Show this test';
