/**
 * The filter of samples, in one language for `report`, `grade` and the page of runs:
 * `difficulty=hard tag=dp,greedy date>=2024-05 verdict!=accepted`. Spaces separate conditions, and all of them must
 * hold. Commas separate values, and one of them must match. A value with a space or a comma is in quotes.
 */
import { suggestion } from '../../base/suggestion.ts';
import { isDateOrMonth } from '../../domain/problem.ts';
import { SUBMISSION_VERDICTS, VERDICT_FLAGS } from '../../domain/verdict.ts';
import {
  DIFFICULTIES,
  isMetaField,
  isProblemField,
  metaFieldsOf,
  PROBLEM_FIELDS,
  problemValues,
  UNKNOWN_GROUP,
} from './run-groups.ts';
import { NEAR_LIMIT } from './run-report.ts';
import type { GroupedProblem, MetaField, ProblemField } from './run-groups.ts';

/** The fields that a sample has once it is judged. */
export interface FilteredSample {
  readonly verdict: string;
  readonly flags: readonly string[];
}

const SAMPLE_FIELDS = ['verdict', 'flag'] as const;
/** `month` is no field of a filter, because `date` accepts months. */
const FIELDS = [
  ...PROBLEM_FIELDS.filter((field): field is NamedField => field !== 'month' && !isMetaField(field)),
  ...SAMPLE_FIELDS,
];
type NamedField = Exclude<ProblemField, MetaField | 'month'>;
type Field = NamedField | (typeof SAMPLE_FIELDS)[number] | MetaField;
type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

interface Condition {
  readonly field: Field;
  readonly operator: ComparisonOperator;
  /** In lower case. An operator of order, such as `>=`, has exactly one value. */
  readonly values: readonly string[];
}

export interface SampleFilter {
  /** The words that are not conditions, joined by spaces; '' if there are none. */
  readonly words: string;
  /** Whether a condition is about the problem, and whether one is about the verdict. */
  readonly asksProblem: boolean;
  readonly asksVerdict: boolean;
  /** @param sample null before it is judged; then only the conditions about the problem are tested */
  readonly fits: (problem: GroupedProblem | undefined, sample: FilteredSample | null) => boolean;
}

/** The values that a field may have; null if they depend on the problems. */
const VALUES: Readonly<Record<Exclude<Field, MetaField>, readonly string[] | null>> = {
  difficulty: [...DIFFICULTIES, UNKNOWN_GROUP],
  source: null,
  mode: ['stdin', 'call', 'assert'],
  tag: null,
  date: null,
  verdict: [...SUBMISSION_VERDICTS, 'unknown-problem'],
  flag: [...VERDICT_FLAGS, NEAR_LIMIT],
};

/**
 * Reads a filter.
 * @param problems the problems that are filtered, whose sources and tags are the valid values; null if they are unknown
 * @returns the filter, or a fault that names the condition, the error and the nearest name
 */
export function readFilter(
  text: string,
  problems: (() => Iterable<GroupedProblem>) | null,
): { readonly ok: true; readonly filter: SampleFilter } | { readonly ok: false; readonly fault: string } {
  const words: string[] = [];
  const conditions: Condition[] = [];
  for (const token of text.match(/(?:"[^"]*"|[^\s"]|"(?![^"]*"))+/g) ?? []) {
    const [, name, operator, rest = ''] =
      /^(meta\.[\w.-]+|[a-z]{3,})(<=|>=|!=|=|<|>)(.*)$/i.exec(token) ?? [];
    if (name === undefined) {
      words.push(token.replaceAll('"', ''));
      continue;
    }
    const condition = { operator: operator as ComparisonOperator, values: valuesIn(rest) };
    const field = isMetaField(name) ? name : FIELDS.find((each) => each === name.toLowerCase());
    const fault =
      field === undefined ? unknownFieldMessage(name) : faultOf({ ...condition, field }, problems);
    if (fault !== null) return { ok: false, fault: `${token}: ${fault}` };
    conditions.push({ ...condition, field: field! });
  }
  const ofProblem = conditions.filter(({ field }) => isProblemField(field));
  const ofSample = conditions.filter(({ field }) => !isProblemField(field));
  return {
    ok: true,
    filter: {
      words: words.join(' '),
      asksProblem: ofProblem.length > 0,
      asksVerdict: ofSample.length > 0,
      fits: (problem, sample) =>
        ofProblem.every((each) => holds(each, problemValues(problem, each.field as ProblemField))) &&
        (sample === null ||
          ofSample.every((each) => holds(each, each.field === 'flag' ? sample.flags : [sample.verdict]))),
    },
  };
}

function valuesIn(text: string): readonly string[] {
  const values = text.match(/(?:"[^"]*"|[^,"]|"(?![^"]*"))+/g) ?? [];
  return values.map((value) => value.replaceAll('"', '').toLowerCase());
}

function unknownFieldMessage(name: string): string {
  return `there is no field ${name}${suggestionFor(name, FIELDS)}; the fields are ${FIELDS.join(', ')}, meta.NAME`;
}

const suggestionFor = (typedName: string, names: readonly string[]): string => {
  const suggestedNames = suggestion(typedName, names);
  return suggestedNames === null ? '' : ` (did you mean ${suggestedNames}?)`;
};

function faultOf(
  { field, operator, values }: Condition,
  problems: (() => Iterable<GroupedProblem>) | null,
): string | null {
  const [first] = values;
  const isMeta = isMetaField(field);
  if (first === undefined)
    return `has no value; write ${field}${operator}${isMeta ? 'VALUE' : EXAMPLES[field]}`;
  const isOrder = operator !== '=' && operator !== '!=';
  if (isOrder && field !== 'date' && !(isMeta && isNumber(first)))
    return 'only dates and numbers have an order: use = or !=';
  if (isOrder && values.length > 1) return 'only = and != take several values';
  if (field === 'date') {
    const invalidValue = values.find(
      (value) => !isDateOrMonth(value) && (isOrder || value !== UNKNOWN_GROUP),
    );
    return invalidValue === undefined ? null : 'must be a month as 2024-05, or a day as 2024-05-31';
  }
  const validValues = isMeta ? null : VALUES[field];
  if (validValues === null && problems === null) return null;
  if (isMeta) {
    const fields = metaFieldsOf(problems!());
    if (!fields.includes(field)) return `no problem has this field${suggestionFor(field, fields)}`;
    if (isOrder) return null;
  }
  const names = validValues ?? [
    ...new Set([...problems!()].flatMap((each) => problemValues(each, field as ProblemField))),
  ];
  const invalidValue = values.find((value) => !names.some((name) => name.toLowerCase() === value));
  if (invalidValue === undefined) return null;
  return validValues === null
    ? `no problem has the ${field} ${invalidValue}${suggestionFor(invalidValue, names)}`
    : `${invalidValue} is none of ${names.join(', ')}${suggestionFor(invalidValue, names)}`;
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

const EXAMPLES: Readonly<Record<Exclude<Field, MetaField>, string>> = {
  difficulty: 'hard',
  source: 'taco',
  mode: 'stdin',
  tag: 'dp',
  date: '2024-05',
  verdict: 'accepted',
  flag: 'last-digits',
};

/**
 * Returns whether the values of an item fulfil a condition. A value that is not a date or a number fulfils no condition
 * of order, such as `<` or `>=`.
 */
function holds({ field, operator, values }: Condition, itemValues: readonly string[]): boolean {
  const isDate = field === 'date';
  const equals = itemValues.some((value) =>
    values.some((one) => (isDate ? value.startsWith(one) : value.toLowerCase() === one)),
  );
  if (operator === '=') return equals;
  if (operator === '!=') return !equals;
  return itemValues.some((value) => {
    const [boundText] = values as readonly [string];
    if (value === UNKNOWN_GROUP || (!isDate && !isNumber(value))) return false;
    const [one, limit] = isDate
      ? [value.slice(0, boundText.length), boundText]
      : [Number(value), Number(boundText)];
    if (operator === '<') return one < limit;
    if (operator === '<=') return one <= limit;
    return operator === '>' ? one > limit : one >= limit;
  });
}
