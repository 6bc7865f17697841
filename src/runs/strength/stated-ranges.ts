/** Reads the ranges of a problem's inputs from its statement, as far as they are written as inequalities. */
import type { Problem } from '../../domain/problem.ts';

/** Larger numbers count as this one, so that sums and multiples of them are finite. */
export const LARGEST = 1e300;

/** Both ends included. */
export type StatedRange = readonly [number, number];

/** Ranges by places in the input: `nums` is an argument, `nums[]` its items, `nums[][]` the items of those. */
export interface StatedRanges {
  readonly values: ReadonlyMap<string, StatedRange>;
  readonly lengths: ReadonlyMap<string, StatedRange>;
  /** Names of the arguments of a call, in order. */
  readonly names: readonly string[];
  readonly mentionsDistinct: boolean;
  /** The letters that texts consist of; null if the statement does not name them. */
  alphabet(path: string): readonly string[] | null;
}

const NUMERAL = String.raw`-?\d[\d,]*(?:\s*[*^]\s*\(?\d+\)?)*(?:\s*[-+]\s*1)?`;
const NAME = String.raw`(?:len\(|\|)?[A-Za-z]\w*(?:\.length|\[[^\]≤<]*\]|_\w+|\(\w\)|\))*\|?(?:\.length)?`;
const CHAIN = new RegExp(
  String.raw`(${NUMERAL})\s*([≤<])\s*(${NAME}(?:\s*(?:,|==?|≤|<|\band\b)\s*${NAME})*)\s*([≤<])\s*(${NUMERAL})`,
  'g',
);

interface Stated {
  readonly name: string;
  readonly isLength: boolean;
  readonly range: StatedRange;
}

export function statedRanges({ prompt, starterCode, functionName, mode }: Problem): StatedRanges {
  const stated = [...plainText(prompt).matchAll(CHAIN)].flatMap(
    ([, low = '', from, names = '', to, high = '']) => {
      const range: StatedRange = [numberOf(low) + Number(from === '<'), numberOf(high) - Number(to === '<')];
      if (!(range[0] <= range[1])) return [];
      return names.split(/,|==?|≤|<|\band\b/).map((name): Stated => ({ ...named(name.trim()), range }));
    },
  );
  const lettersOf = /(lower|upper)case (?:english |latin )?letters/i.exec(prompt)?.[1]?.toLowerCase();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) =>
    lettersOf === 'upper' ? letter.toUpperCase() : letter,
  );
  const rangesOf = (isLength: boolean): Map<string, StatedRange> =>
    new Map(stated.filter((one) => one.isLength === isLength).map(({ name, range }) => [name, range]));
  return {
    values: rangesOf(false),
    lengths: rangesOf(true),
    names: mode === 'call' ? parametersOf(starterCode, functionName) : [],
    mentionsDistinct: /distinct|unique|pairwise different|duplicates|permutation|no two/i.test(prompt),
    alphabet: () => (lettersOf === undefined ? null : letters),
  };
}

/** Ranges of a script's input have no places, only an order: that of the numbers in the input. */
export function rangesInOrder({ values }: StatedRanges, places: readonly string[]): StatedRanges['values'] {
  const ranges = [...values.values()];
  return new Map(ranges.length === places.length ? places.map((place, at) => [place, ranges[at]!]) : []);
}

function plainText(prompt: string): string {
  return prompt
    .replace(/<sup>([^<]*)<\/sup>/g, '^$1')
    .replace(/&lt;|\\lt\b/g, '<')
    .replace(/&le;|\\leq?(?:slant)?\b|<=/g, '≤')
    .replace(/\\times|\\cdot|[×·⋅]/g, '*')
    .replace(/\*\*/g, '^')
    .replace(/\\[,;! ]|[${}`\\]/g, ' ')
    .replace(/ *\^ */g, '^')
    .replace(/ *_ */g, '_');
}

/** Returns NaN if it is no number. One beyond ±`LARGEST` counts as that. */
function numberOf(text: string): number {
  const [, product = '', more] = /^(.*?)(?:\s*([-+])\s*1)?\s*$/.exec(text.replaceAll(',', '')) ?? [];
  const value = product
    .split('*')
    .map((factor) =>
      factor
        .replace(/[()\s]/g, '')
        .split('^')
        .map(Number),
    )
    .reduce((result, [base = NaN, power = 1]) => result * Math.sign(base) * Math.abs(base) ** power, 1);
  const sum = value + (more === '+' ? 1 : more === '-' ? -1 : 0);
  return Math.max(-LARGEST, Math.min(LARGEST, sum));
}

/** `a_i` and `nums[i]` are the items of a list, `nums.length`, `len(nums)` and `|s|` its length. */
function named(text: string): { name: string; isLength: boolean } {
  const isLength = /\.length|len\(|^\|/.test(text);
  const name = text.replace(/\.length|len\(|[|()]/g, '');
  const base = /^[A-Za-z]\w*?(?=_|\[|$)/.exec(name)?.[0] ?? name;
  const depth = /_/.test(name) ? 1 : (name.match(/\[/g)?.length ?? 0);
  return { name: base + '[]'.repeat(depth), isLength };
}

function parametersOf(starterCode: string, functionName: string | null): readonly string[] {
  const [, list = ''] = new RegExp(`def\\s+${functionName ?? ''}\\s*\\(([^)]*)\\)`).exec(starterCode) ?? [];
  const names = list.replace(/\[[^\]]*(?:\[[^\]]*\][^\]]*)*\]/g, '').split(',');
  return names.map((name) => name.split(/[:=]/)[0]!.trim()).filter((name) => name !== 'self' && name !== '');
}
