/** Profiles that users compose. Their names spell out their choices, so that a link or a verdict holds all of them. */
import { TIME_LIMIT_SECONDS, type Range } from '../../domain/problem.ts';
import { COMPARERS, type ComparerName } from './comparers.ts';
import { EXECUTIONS } from './executions.ts';
import { EXTRACTORS, type ExtractorName } from './extractors.ts';
import type { Execution } from '../execution.ts';
import type { Profile } from './profile.ts';
import { PROFILES, STANDARD } from './profiles.ts';
import { SCORE_KINDS, type Score } from './scores.ts';
import type { Selection } from './selectors.ts';

export type Choices = Pick<Profile, 'extract' | 'select' | 'execute' | 'compare' | 'score'>;

const PREFIX = 'custom:';
const MOST_TESTS = 10_000;
/** Of a custom profile's time limit, in seconds. */
export const CUSTOM_LIMIT_SECONDS: Range = { least: TIME_LIMIT_SECONDS.least, most: 600 };

/** A profile of the user's own; choices equal to the standard's are left out of its name. */
export function customProfile(choices: Choices): Profile {
  const parts: string[] = [];
  const { extract, select, execute, compare, score } = choices;
  if (extract !== STANDARD.extract) parts.push(`extract=${extract}`);
  if (select.kind !== 'all') parts.push(`tests=${select.kind}-${select.count}`);
  if (execute.how !== STANDARD.execute.how) parts.push(`run=${execute.how}`);
  if (execute.timeLimitSeconds !== null) parts.push(`limit=${execute.timeLimitSeconds}`);
  if (execute.python !== STANDARD.execute.python) parts.push(`python=${execute.python}`);
  if (compare !== STANDARD.compare) parts.push(`compare=${compare}`);
  if (score.kind !== 'all') parts.push(`score=${score.kind}`);
  if (score.formatPenalty !== 0) parts.push(`penalty=${score.formatPenalty}`);
  return {
    ...choices,
    name: PREFIX + parts.join(','),
    title: 'Custom',
    about: 'Your own choice of rules.',
    codes: false,
  };
}

/** The profile of a name, or null when there is none: a known one, or `custom:` with its choices. */
export function findProfile(name: string): Profile | null {
  const known = PROFILES.find((profile) => profile.name === name);
  if (known !== undefined) return known;
  return name.startsWith(PREFIX) ? parseCustom(name.slice(PREFIX.length)) : null;
}

/** What to say when a name is none: the names there are. */
export function profileNames(): string {
  return [...PROFILES.map(({ name }) => name), 'custom:…'].join(', ');
}

function parseCustom(text: string): Profile | null {
  let choices: Choices = STANDARD;
  const seen = new Set<string>();
  for (const part of text === '' ? [] : text.split(',')) {
    const [key = '', value = ''] = part.split('=', 2);
    const next = seen.has(key) ? null : withChoice(choices, key, value);
    if (next === null) return null;
    seen.add(key);
    choices = next;
  }
  return customProfile(choices);
}

function withChoice(choices: Choices, key: string, value: string): Choices | null {
  const { execute, score } = choices;
  switch (key) {
    case 'extract':
      return Object.hasOwn(EXTRACTORS, value) ? { ...choices, extract: value as ExtractorName } : null;
    case 'tests': {
      const select = parseSelection(value);
      return select && { ...choices, select };
    }
    case 'run':
      return Object.hasOwn(EXECUTIONS, value)
        ? { ...choices, execute: { ...execute, how: value as Execution } }
        : null;
    case 'limit': {
      const timeLimitSeconds = numberWithin(value, CUSTOM_LIMIT_SECONDS);
      return timeLimitSeconds === null ? null : { ...choices, execute: { ...execute, timeLimitSeconds } };
    }
    case 'python':
      return value === '3.11' || value === 'newest'
        ? { ...choices, execute: { ...execute, python: value } }
        : null;
    case 'compare':
      return Object.hasOwn(COMPARERS, value) ? { ...choices, compare: value as ComparerName } : null;
    case 'score': {
      const kind = SCORE_KINDS.find((known) => known === value) as Score['kind'] | undefined;
      return kind === undefined ? null : { ...choices, score: { ...score, kind } };
    }
    case 'penalty': {
      const formatPenalty = numberWithin(value, { least: 0, most: 1 });
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
