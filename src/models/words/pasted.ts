/** Sentences on why a pasted text or a file is no answer. */
import { jsonFaultText, type JsonFault } from '../../base/lossless-json.ts';
import { numberText } from '../../base/number-words.ts';

export const isEmpty = (): string => 'There is nothing in it yet: paste an answer, or open a file.';

export const isTooLong = (characters: number, most: number): string =>
  `It has ${numberText(characters)} characters, and an answer may have ${numberText(most)} at most: cut it.`;

/** `position`: of the character, from 1. */
export const isNoJson = (file: string, fault: JsonFault, position: number): string =>
  `${file} is not JSON: ${jsonFaultText(fault)} (character ${position}).`;

export const hasNoAnswer = (file: string): string =>
  `${file} holds no answer: expected text under response, text, content or choices[0].message.content.`;
