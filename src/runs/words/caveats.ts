/** Sentences about the limits of a run's figures. */
import { counted, numberText } from '../../base/number-words.ts';
import type { Redraw } from '../../domain/redraw.ts';
import { stepsOf } from './redraws.ts';
import { spanWords } from './spans.ts';

export const unfinished = (left: number, all: number): string =>
  `${numberText(left)} of ${numberText(all)} samples have no verdict yet: the results are incomplete.`;
export const fewProblems = (count: number, fewest: number): string =>
  `${count === 1 ? '1 problem counts' : `${numberText(count)} problems count`}, fewer than ${fewest}: the intervals are too narrow.`;
export const fewSamples = (least: number, most: number): string =>
  `With ${most === 1 ? 'one sample' : `${spanWords({ least, most })} samples`} a problem, the intervals cover the choice of problems, and little of the variation between answers.`;
export const equalSamples = (): string =>
  'All samples of a problem are equal, so pass@k equals pass@1. The server ignores the temperature, or it was 0.';
export const lost = (count: number): string =>
  `${counted(count, 'sample')} failed before a verdict (model, network or judge), and ${count === 1 ? 'is' : 'are'} excluded from all figures.`;
export const truncated = (count: number, all: number): string =>
  `${numberText(count)} of ${numberText(all)} answers were truncated: a larger limit on tokens may change the figures.`;
export function redrawn(all: number, redraws: readonly Redraw[]): string {
  const [were, they, these] =
    redraws.length === 1 ? ['was', 'it was', 'this one'] : ['were', 'they were', 'these'];
  return `${numberText(redraws.length)} of ${counted(all, 'sample')} ${were} asked again with a larger token limit (${stepsOf(redraws)}) after ${they} cut off: pass@1 is that of the larger limit for ${these} alone.`;
}
/** Redraws of the run that this one is compared with. */
export const redrawnThere = (all: number, redraws: readonly Redraw[]): string =>
  `In the other run, ${redrawn(all, redraws)}`;
export const browserLimit = (count: number): string =>
  `${count === 1 ? '1 verdict depends' : `${numberText(count)} verdicts depend`} on a limit of the browser (its stack, a missing system feature): native Python may differ.`;
export const lastDigits = (count: number): string =>
  `${count === 1 ? '1 answer is' : `${numberText(count)} answers are`} wrong only in the last digits of floating-point numbers: those of mathematical functions may differ from glibc’s, so native Python may pass ${count === 1 ? 'it' : 'them'}.`;
export const slowMachine = (factor: number): string =>
  `Time limits were stretched by up to ${factor.toFixed(1)} for a slow machine: time-outs are less certain.`;
export const guessedByModel = (): string =>
  'The model did not count some tokens: those numbers are estimates.';
export const guessedOfFile = (): string =>
  'The file does not count tokens: the numbers are estimated from the length of texts.';
export const guessedOfSource = (): string =>
  'The source of the answers does not count some tokens: those numbers are estimated from the length of texts.';
export const recorded = (): string =>
  'The answers are recordings, chosen to show every kind of verdict: the figures do not measure a model.';

// The part of a file of samples that is not in the run
/** @param ids of some of the problems @param remedy null for that of a run that is made already */
export function unknownProblem(
  count: number,
  ids: readonly string[],
  hasOthers: boolean,
  remedy: string | null,
): string {
  const named = ids.map((id) => `“${id}”`).join(', ');
  return `${counted(count, 'sample')} of the file ${count === 1 ? 'is' : 'are'} of problems that are not imported (${named}${hasOthers ? ' and others' : ''}): excluded. ${remedy ?? 'Import their set, then import the file again.'}`;
}
export const unread = (lines: number): string =>
  `${counted(lines, 'line')} of the file could not be read as a sample.`;
export const repeated = (count: number): string =>
  `${count === 1 ? '1 sample repeats another' : `${numberText(count)} samples repeat others`} of the file, with the same id and the same text: each counts once.`;
export const sharedId = (count: number): string =>
  `${numberText(count)} samples share an id with another sample of their problem, but not its text: each counts.`;
/** @param text of the reader of the file, without its full stop */
export const note = (text: string): string => `${text}.`;
