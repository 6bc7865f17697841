/** Texts of the line with the speed of an answer. */
import { duration, numberText } from '../../../base/number-words.ts';

export const recordedEarlier = 'Recorded earlier, not generated now';
export const waiting = 'Waiting for the first token…';

export const tokens = (count: number, estimated: boolean): string =>
  `${about(estimated)}${numberText(count)} tokens`;
export const speed = (perSecond: number, estimated: boolean): string =>
  `${about(estimated)}${numberText(perSecond, perSecond < 10 ? 1 : 0)} tokens/s`;
export const firstToken = (milliseconds: number): string => `first after ${duration(milliseconds)}`;
export const perplexity = (value: number): string => `perplexity ${value.toFixed(2)}`;
export const promptSpeed = (perSecond: number): string =>
  `prompt read at ${numberText(Math.round(perSecond))} tokens/s`;

function about(estimated: boolean): string {
  return estimated ? 'about ' : '';
}
