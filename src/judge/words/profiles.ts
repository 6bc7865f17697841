/** The two halves of a sentence about a name that is no profile's. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import * as values from './custom-values.ts';

export interface ProfileFaultWords {
  /** The first half: what is wrong. */
  readonly wrong: string;
  /** The second half: what may stand there. */
  readonly right: string;
}

export const isNoProfile = (names: readonly string[]): ProfileFaultWords => ({
  wrong: 'there is no such profile',
  right: `there are ${names.join(', ')}, and custom:…`,
});
export const isNoKey = (key: string, keys: readonly string[]): ProfileFaultWords => ({
  wrong: `there is no key "${key}"`,
  right: `after custom: stand KEY=VALUE,…, with the keys ${keys.join(', ')}`,
});
export const isRepeatedKey = (key: string): ProfileFaultWords => ({
  wrong: `the key ${key} stands there twice`,
  right: 'once is enough',
});
export const isNoValue = (key: string, value: string, allowed: Coded<typeof values>): ProfileFaultWords => ({
  wrong: `${key} may not be "${value}"`,
  right: `it may be ${wordsOf(values, allowed)}`,
});
