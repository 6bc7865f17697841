/**
 * Explains why a name is no profile's, for the user who typed it. Apart from `profiles/custom.ts`, which is part of the first
 * screen.
 */
import { coder, wordsOf, type Coded } from '../base/coded.ts';
import type * as values from './words/custom-values.ts';
import * as words from './words/profiles.ts';
import { COMPARERS } from './profiles/comparers.ts';
import {
  CUSTOM_KEYS,
  CUSTOM_LIMIT_SECONDS,
  CUSTOM_PREFIX,
  MOST_TESTS,
  PENALTY,
  customParts,
  withChoice,
  type CustomKey,
} from './profiles/custom.ts';
import { EXECUTIONS, PYTHON_RULES } from './profiles/execution.ts';
import { EXTRACTORS } from './profiles/extractors.ts';
import { PROFILES, STANDARD } from './profiles/profiles.ts';
import { SCORE_KINDS } from './profiles/scores.ts';

export interface ProfileFault {
  /** The name, key or value that stands for nothing. */
  readonly given: string;
  readonly why: Coded<typeof words>;
  /** The permitted values, by name; empty if the value is no name. */
  readonly names: readonly string[];
}

const because = coder<typeof words>();
const allowed = coder<typeof values>();

export const CUSTOM_VALUES: Readonly<Record<CustomKey, Coded<typeof values>>> = {
  extract: allowed('oneOf', Object.keys(EXTRACTORS)),
  tests: allowed('testsUpTo', MOST_TESTS),
  run: allowed('oneOf', EXECUTIONS),
  limit: allowed('secondsWithin', CUSTOM_LIMIT_SECONDS.least, CUSTOM_LIMIT_SECONDS.most),
  python: allowed('oneOf', PYTHON_RULES),
  compare: allowed('oneOf', COMPARERS),
  score: allowed('oneOf', SCORE_KINDS),
  penalty: allowed('numberWithin', PENALTY.least, PENALTY.most),
};

/** The first fault of a name; null where it is a profile's. */
export function profileFault(name: string): ProfileFault | null {
  if (PROFILES.some((known) => known.name === name)) return null;
  if (name.startsWith(CUSTOM_PREFIX)) return customFault(name.slice(CUSTOM_PREFIX.length));
  const names = PROFILES.map((known) => known.name);
  return { given: name, why: because('isNoProfile', names), names };
}

/** The two halves of a sentence about a fault; the nearest permitted value may stand between them. */
export function profileFaultWords({ why }: ProfileFault): words.ProfileFaultWords {
  return wordsOf(words, why);
}

function customFault(text: string): ProfileFault | null {
  const seen = new Set<string>();
  for (const [key, value] of customParts(text)) {
    if (!isKey(key)) return { given: key, why: because('isNoKey', key, CUSTOM_KEYS), names: CUSTOM_KEYS };
    if (seen.has(key)) return { given: key, why: because('isRepeatedKey', key), names: [] };
    seen.add(key);
    if (withChoice(STANDARD, key, value) !== null) continue;
    const right = CUSTOM_VALUES[key];
    const names = right.code === 'oneOf' ? right.data[0] : [];
    return { given: value, why: because('isNoValue', key, value, right), names };
  }
  return null;
}

function isKey(key: string): key is CustomKey {
  return CUSTOM_KEYS.some((known) => known === key);
}
