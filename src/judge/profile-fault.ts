/**
 * Explains to the user why a typed name is not the name of a profile. Separate from `profiles/custom.ts`, which is
 * part of the first screen.
 */
import { COMPARERS } from './compare/comparers.ts';
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
  /** The name, key or value that is not known. */
  readonly givenText: string;
  /** The first part of a message: the mistake. */
  readonly mistakeText: string;
  /** The second part of the message: the permitted values. The nearest permitted value may be inserted before it. */
  readonly permittedText: string;
  /** The permitted values, by name; empty if the value is not a name. */
  readonly names: readonly string[];
}

/** The values that a key of a custom profile may have: their names, or a description of them. */
const CUSTOM_VALUES: Readonly<Record<CustomKey, readonly string[] | string>> = {
  extract: Object.keys(EXTRACTORS),
  tests: `all, longest-N or first-N (N from 1 to ${MOST_TESTS})`,
  run: EXECUTIONS,
  limit: `seconds from ${CUSTOM_LIMIT_SECONDS.least} to ${CUSTOM_LIMIT_SECONDS.most}`,
  python: PYTHON_RULES,
  compare: COMPARERS,
  score: SCORE_KINDS,
  penalty: `a number from ${PENALTY.least} to ${PENALTY.most}`,
};

export function customValuesText(key: CustomKey): string {
  const values = CUSTOM_VALUES[key];
  return typeof values === 'string' ? values : values.join(', ');
}

/** Returns the first fault of a name; null for the name of a profile. */
export function profileFault(name: string): ProfileFault | null {
  if (PROFILES.some((profile) => profile.name === name)) return null;
  if (name.startsWith(CUSTOM_PREFIX)) return customFault(name.slice(CUSTOM_PREFIX.length));
  const names = PROFILES.map((profile) => profile.name);
  const permittedText = `there are ${names.join(', ')}, and custom:…`;
  return { givenText: name, mistakeText: 'there is no such profile', permittedText, names };
}

function customFault(text: string): ProfileFault | null {
  const seenKeys = new Set<string>();
  for (const [key, value] of customParts(text)) {
    if (!isKey(key)) {
      const permittedText = `after custom: stand KEY=VALUE,…, with the keys ${CUSTOM_KEYS.join(', ')}`;
      return { givenText: key, mistakeText: `there is no key "${key}"`, permittedText, names: CUSTOM_KEYS };
    }
    if (seenKeys.has(key))
      return {
        givenText: key,
        mistakeText: `the key ${key} stands there twice`,
        permittedText: 'once is enough',
        names: [],
      };
    seenKeys.add(key);
    if (withChoice(STANDARD, key, value) !== null) continue;
    const values = CUSTOM_VALUES[key];
    const names = typeof values === 'string' ? [] : values;
    const permittedValues = `it may be ${customValuesText(key)}`;
    return {
      givenText: value,
      mistakeText: `${key} may not be "${value}"`,
      permittedText: permittedValues,
      names,
    };
  }
  return null;
}

function isKey(key: string): key is CustomKey {
  return CUSTOM_KEYS.some((customKey) => customKey === key);
}
