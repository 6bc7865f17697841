/**
 * Finds in a program's text the features that Python 3.11 lacks. The judge's Python is 3.14 and the public graders'
 * is not: syntax that came later is a syntax error there, a name that came later is missing. The text is read as
 * 3.11's tokenizer reads it, where an f-string ends at its first closing quote; whether it is Python at all is the
 * interpreter's to say. Source: docs.python.org/3.14/whatsnew, 3.12 to 3.14.
 */
import { coder, type Coded } from '../../base/coded.ts';
import { newerFString } from './newer-f-string.ts';
import type * as fStrings from '../words/newer-f-strings.ts';
import type * as words from '../words/python-features.ts';

type Version = '3.12' | '3.13' | '3.14';
export type Feature = Coded<typeof words>;
export const feature = coder<typeof words>();
const inside = coder<typeof fStrings>();

export interface ChangedThing {
  readonly what: Feature;
  /** The version of Python that it came with, or left with. */
  readonly version: Version;
  readonly isGone?: true;
}

export interface NewerName {
  readonly name: string;
  /** The version of Python that it came with. */
  readonly version: Version;
}

export interface NewerPython {
  /** Refused by 3.11 before anything runs. */
  readonly syntax: readonly ChangedThing[];
  /** Names of the library, as `module.name` or `module.Class.name`: missing in 3.11 when a program uses them. */
  readonly names: readonly NewerName[];
}

/** Names of the library that a competition program could mean. */
const NAMES: readonly (readonly [version: Version, names: string])[] = [
  ['3.12', 'itertools.batched math.sumprod random.binomialvariate typing.override typing.TypeAliasType'],
  ['3.12', 'fractions.Fraction.is_integer fractions.Fraction.__format__ builtins.int.is_integer'],
  ['3.13', 'math.fma copy.replace warnings.deprecated re.PatternError typing.TypeIs statistics.kde'],
  ['3.14', 'heapq.heapify_max heapq.heappush_max heapq.heappop_max heapq.heapreplace_max'],
  ['3.14', 'heapq.heappushpop_max functools.Placeholder operator.is_none operator.is_not_none'],
  ['3.14', 'builtins.int.from_number builtins.float.from_number builtins.complex.from_number'],
  ['3.14', 'fractions.Fraction.from_number decimal.Decimal.from_number datetime.date.strptime'],
];

const TYPE_STATEMENT = /(?:^|[;:])[ \t]*type[ \t]+[\p{L}_][\p{L}\p{N}_]*[ \t]*(?:=(?!=)|\[)/mu;
const TYPE_PARAMETERS = /(?:^|[^\p{L}\p{N}_.])(?:def|class)[ \t]+[\p{L}_][\p{L}\p{N}_]*[ \t]*\[/u;

export function newerPython(source: string): NewerPython {
  const { code, syntax } = readStrings(source);
  if (TYPE_STATEMENT.test(code)) syntax.push({ what: feature('typeStatement'), version: '3.12' });
  if (TYPE_PARAMETERS.test(code)) syntax.push({ what: feature('typeParameters'), version: '3.12' });
  if (hasBareExcept(code)) syntax.push({ what: feature('bareExcept'), version: '3.14' });
  const words = new Set(code.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const names = NAMES.flatMap(([version, list]) =>
    list
      .split(' ')
      .filter((name) => isMentioned(name, words))
      .map((name) => ({ name, version })),
  );
  return { syntax: syntax.filter((thing, at) => at === syntax.findIndex(sameAs(thing))), names };
}

export function sameAs(one: ChangedThing): (other: ChangedThing) => boolean {
  const text = JSON.stringify(one);
  return (other) => JSON.stringify(other) === text;
}

/** The last part by name; for a thing that no program names, its class. */
function isMentioned(name: string, words: ReadonlySet<string>): boolean {
  const parts = name.split('.');
  const last = parts.at(-1)!;
  return words.has(last.startsWith('__') ? parts.at(-2)! : last);
}

/** The code without comments and with empty strings, and what is new about its strings. */
function readStrings(source: string): { code: string; syntax: ChangedThing[] } {
  const opening = /#.*|(?:(?<![\p{L}\p{N}_])([bfrtu]{1,2}))?("""|'''|"|')/giu;
  const syntax: ChangedThing[] = [];
  let code = '';
  let at = 0;
  for (let found = opening.exec(source); found !== null; found = opening.exec(source)) {
    const [text, prefix = '', quote] = found;
    code += source.slice(at, found.index);
    at = found.index + text.length;
    if (quote !== undefined) {
      const kind = prefix.toLowerCase();
      const end = endOfString(source, at, quote);
      if (kind.includes('t')) syntax.push({ what: feature('tStrings'), version: '3.14' });
      if (kind.includes('f')) {
        const thing =
          end === null ? inside('lines') : newerFString(source.slice(at, end), kind.includes('r'));
        if (thing !== null) syntax.push({ what: feature('fStringWith', thing), version: '3.12' });
      }
      // The rest is read from a wrong place, or is no Python.
      if (end === null || syntax.length > 0) return { code, syntax };
      code += '""';
      at = end + quote.length;
    }
    opening.lastIndex = at;
  }
  return { code: (code + source.slice(at)).replaceAll(/\\\r?\n/g, ' '), syntax };
}

/** Returns the index of the closing quote; null if the line or the text ends before. */
function endOfString(source: string, from: number, quote: string): number | null {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at += source.startsWith('\r\n', at + 1) ? 2 : 1;
    else if (source.startsWith(quote, at)) return at;
    else if (quote.length === 1 && (source[at] === '\n' || source[at] === '\r')) return null;
  }
  return null;
}

/** `except A, B:`; whatever stands in brackets is left out of account. */
function hasBareExcept(code: string): boolean {
  let at = 0;
  for (const { index } of code.matchAll(/(?<![\p{L}\p{N}_.])except(?![\p{L}\p{N}_])/gu)) {
    // The text behind was examined: hostile text must not be read once for each of its words.
    if (index < at) continue;
    let depth = 0;
    for (at = index; at < code.length; at++) {
      const character = code[at]!;
      if ('([{'.includes(character)) depth += 1;
      else if (')]}'.includes(character)) depth -= 1;
      else if (depth === 0 && (character === ':' || character === '\n')) break;
      else if (depth === 0 && character === ',') return true;
    }
  }
  return false;
}
