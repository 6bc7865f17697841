/** Sentences on faults of a list of the user's own models. */
import { wordsOf, type Coded } from '../../../base/coded.ts';
import * as faults from './own-models.ts';

export const isNoJson = (reason: string): string => `This is no JSON: ${reason}.`;

export const listIsEmpty = (): string => 'The list of models is empty.';

/** `place`: from 1. */
export function recordIsWrong(fault: Coded<typeof faults>, place: number, records: number): string {
  const words = wordsOf(faults, fault);
  return records === 1 ? words : `Model ${place} of ${records}: ${words}`;
}
