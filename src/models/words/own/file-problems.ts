/** Half sentences about faults of files, which follow the file's name. */
import { wordsOf, type Coded } from '../../../base/coded.ts';
import { byteText } from '../../../base/number-words.ts';
import * as differences from './library-differences.ts';

export const isMissing = (): string => 'is missing';

export const hasItsOldName = (): string =>
  'is missing (ndarray-cache.json, its name in models made for an older engine, will not do)';

export const isMissingAndNoneFits = (difference: Coded<typeof differences>): string =>
  `is missing, and no library of web-llm's list fits: ${wordsOf(differences, difference)}`;

export const hasBytesOf = (bytes: number, expected: number): string =>
  `has ${byteText(bytes)} of ${byteText(expected)}`;

export const isLfsPointer = (): string => 'is a git-LFS pointer';

export const isWebPage = (): string => 'is a web page';

export const isNoGguf = (): string => 'is not a GGUF file';

export const isNoWasm = (): string => 'is no WebAssembly module';

export const isNoJson = (): string => 'is not the JSON it should be';

export const isEmpty = (): string => 'is empty';

export const isCutOff = (): string => 'is cut off';

export const hasChanged = (): string => 'has changed on its server';

export const hasAnotherHash = (): string => "is not the one the model's record promises (its hash differs)";

export const namesNoTokenizer = (): string => 'names neither tokenizer.json nor tokenizer.model';

export const listsNoWeights = (): string => 'lists no weights';

export const namesFileOutside = (): string => 'names a file outside the model';

export const givesNoSize = (file: string): string => `gives no size for ${file}`;

export const givesTwoSizes = (file: string): string => `gives two sizes for ${file}`;
