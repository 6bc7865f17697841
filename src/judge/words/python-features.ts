/** Features of Python that came or went after 3.11, as the object of "the program needs". */
import { wordsOf, type Coded } from '../../base/coded.ts';
import * as fStrings from './newer-f-strings.ts';

/** A name of the library, or of a class. */
export const libraryName = (name: string): string => name;
export const libraryModule = (name: string): string => `the module ${name}`;
export const processes = (): string => 'processes of its own';
export const copiesOf = (type: string): string => `copies of ${type}`;
export const truncByInt = (): string => 'int() to ask __trunc__';
export const shownTypes = (): string => 'how typing.Optional and Union are shown';
export const fStringWith = (thing: Coded<typeof fStrings>): string =>
  `an f-string with ${wordsOf(fStrings, thing)} in it`;
export const tStrings = (): string => 't-strings';
export const typeStatement = (): string => 'the type statement';
export const typeParameters = (): string => 'type parameters in brackets';
export const bareExcept = (): string => 'except without parentheses';
