/**
 * Profiles that users compose. The name of a profile lists its choices, so a link or a verdict contains all of
 * them.
 */
import { TIME_LIMIT_SECONDS, type Range } from '../../domain/problem.ts';
import { COMPARERS } from '../compare/comparers.ts';
import { EXTRACTORS, type ExtractorName } from './extractors.ts';
import { EXECUTIONS, PYTHON_RULES } from './execution.ts';
import type { Choices, Profile } from './profile.ts';
import { PROFILES, STANDARD } from './profiles.ts';
import { SCORE_KINDS, type ScoreRule } from './scores.ts';
import type { Selection } from './selection.ts';

export const CUSTOM_PREFIX = 'custom:';
/** The keys in the name of a custom profile, each at most once. */
export const CUSTOM_KEYS = [
  'extract',
  'tests',
  'run',
  'limit',
  'python',
  'compare',
  'score',
  'penalty',
] as const;
export type CustomKey = (typeof CUSTOM_KEYS)[number];

export const MOST_TESTS = 10_000;
/** The range of a custom profile's time limit, in seconds. */
export const CUSTOM_LIMIT_SECONDS: Range = { least: TIME_LIMIT_SECONDS.least, most: 600 };
/** The range of the penalty for an answer without a program. */
export const PENALTY: Range = { least: 0, most: 1 };

/** Returns a custom profile. Its name omits choices that equal those of the standard profile. */
export function customProfile(choices: Choices): Profile {
  const choiceTexts: string[] = [];
  const { extract, select, execute, compare, score } = choices;
  if (extract !== STANDARD.extract) choiceTexts.push(`extract=${extract}`);
  if (select.kind !== 'all') choiceTexts.push(`tests=${select.kind}-${select.count}`);
  if (execute.how !== STANDARD.execute.how) choiceTexts.push(`run=${execute.how}`);
  if (execute.timeLimitSeconds !== null) choiceTexts.push(`limit=${execute.timeLimitSeconds}`);
  if (execute.python !== STANDARD.execute.python) choiceTexts.push(`python=${execute.python}`);
  if (compare !== STANDARD.compare) choiceTexts.push(`compare=${compare}`);
  if (score.kind !== 'all') choiceTexts.push(`score=${score.kind}`);
  if (score.formatPenalty !== 0) choiceTexts.push(`penalty=${score.formatPenalty}`);
  return {
    ...choices,
    name: CUSTOM_PREFIX + choiceTexts.join(','),
    title: 'Custom',
    grades: true,
    codes: false,
  };
}

/** Returns the profile with this name, a known one or `custom:` with its choices; null if there is none. */
export function findProfile(name: string): Profile | null {
  const builtInProfile = PROFILES.find((profile) => profile.name === name);
  if (builtInProfile !== undefined) return builtInProfile;
  return name.startsWith(CUSTOM_PREFIX) ? parseCustom(name.slice(CUSTOM_PREFIX.length)) : null;
}

function parseCustom(text: string): Profile | null {
  let choices: Choices = STANDARD;
  const seenKeys = new Set<string>();
  for (const [key, value] of customParts(text)) {
    const changedChoices = seenKeys.has(key) ? null : withChoice(choices, key, value);
    if (changedChoices === null) return null;
    seenKeys.add(key);
    choices = changedChoices;
  }
  return customProfile(choices);
}

/**
 * Splits the text after `custom:` into pairs of a key and a value, either of which may be invalid. Without `=` the
 * whole part is the key.
 */
export function customParts(text: string): readonly (readonly [key: string, value: string])[] {
  return (text === '' ? [] : text.split(',')).map((part) => {
    const equalsAt = part.indexOf('=');
    return equalsAt < 0 ? [part, ''] : [part.slice(0, equalsAt), part.slice(equalsAt + 1)];
  });
}

/** Returns the choices with one replaced; null for an unknown key or a value that the key does not permit. */
export function withChoice(choices: Choices, key: string, value: string): Choices | null {
  const { execute, score } = choices;
  switch (key) {
    case 'extract':
      return Object.hasOwn(EXTRACTORS, value) ? { ...choices, extract: value as ExtractorName } : null;
    case 'tests': {
      const select = parseSelection(value);
      return select && { ...choices, select };
    }
    case 'run': {
      const execution = EXECUTIONS.find((candidate) => candidate === value);
      return execution === undefined ? null : { ...choices, execute: { ...execute, how: execution } };
    }
    case 'limit': {
      const timeLimitSeconds = numberWithin(value, CUSTOM_LIMIT_SECONDS);
      return timeLimitSeconds === null ? null : { ...choices, execute: { ...execute, timeLimitSeconds } };
    }
    case 'python': {
      const python = PYTHON_RULES.find((candidate) => candidate === value);
      return python === undefined ? null : { ...choices, execute: { ...execute, python } };
    }
    case 'compare': {
      const compare = COMPARERS.find((candidate) => candidate === value);
      return compare === undefined ? null : { ...choices, compare };
    }
    case 'score': {
      const kind = SCORE_KINDS.find((candidate) => candidate === value) as ScoreRule['kind'] | undefined;
      return kind === undefined ? null : { ...choices, score: { ...score, kind } };
    }
    case 'penalty': {
      const formatPenalty = numberWithin(value, PENALTY);
      return formatPenalty === null ? null : { ...choices, score: { ...score, formatPenalty } };
    }
    default:
      return null;
  }
}

function parseSelection(text: string): Selection | null {
  if (text === 'all') return { kind: 'all' };
  const match = /^(longest|first)-([1-9]\d{0,4})$/.exec(text);
  const count = Number(match?.[2]);
  return match && count <= MOST_TESTS ? { kind: match[1] as 'longest' | 'first', count } : null;
}

function numberWithin(text: string, { least, most }: Range): number | null {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}
