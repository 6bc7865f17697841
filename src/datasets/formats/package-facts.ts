/** Reads problem.yaml in all versions of the package format. */
import type { SourceFile } from '../containers/source-file.ts';
import { Misfit } from '../reading/fields.ts';

/** The files of a package, by path within the package. */
export type PackageFiles = ReadonlyMap<string, SourceFile>;

export type YamlFields = Readonly<Record<string, unknown>>;

export interface PackageFacts {
  readonly title: string | null;
  /** Flags for the output validator. */
  readonly flags: string;
  readonly isCustom: boolean;
  readonly timeLimit: number | null;
  readonly memoryMb: number | null;
  readonly keywords: readonly string[];
  readonly license: string | null;
  readonly meta: Readonly<Record<string, string>>;
}

export const MORE_THAN_INPUT_FAULT =
  'gives programs arguments or files, and here they read standard input only';

/** Maximum number of YAML aliases, which can expand to any size. Ordinary files need fewer. */
const MOST_ALIASES = 20;

/** @throws Misfit */
export async function yamlFields(text: string, name = 'problem.yaml'): Promise<YamlFields> {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(text, { schema: 'core', maxAliasCount: MOST_ALIASES, logLevel: 'error' });
  } catch {
    throw new Misfit(name, 'is not YAML that can be read');
  }
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Misfit(name, 'has no fields');
  return value as YamlFields;
}

/** @throws Misfit if the problem is not graded by pass or fail for each test */
export function packageFacts(yaml: YamlFields): PackageFacts {
  const types = words(yaml['type'] ?? 'pass-fail');
  for (const [type, faultText] of SPECIAL_TYPES)
    if (types.includes(type)) throw new Misfit('problem.yaml: type', faultText);
  const validation = words(yaml['validation'] ?? 'default');
  if (validation.includes('interactive')) throw new Misfit('problem.yaml: validation', INTERACTIVE_FAULT);
  const limits = fieldsOf(yaml['limits']);
  return {
    title: nameIn(yaml['name']),
    flags: words(yaml['validator_flags'] ?? '').join(' '),
    isCustom: validation[0] === 'custom',
    timeLimit: positiveNumber(limits['time_limit']) ?? positiveNumber(limits['time']),
    memoryMb: positiveNumber(limits['memory']),
    keywords: words(yaml['keywords'] ?? ''),
    license: textIn(yaml['license']),
    meta: Object.fromEntries(
      ['source', 'author', 'uuid', 'rights_owner', 'source_url']
        .map((key) => [key, textIn(yaml[key])] as const)
        .filter((entry): entry is readonly [string, string] => entry[1] !== null),
    ),
  };
}

const INTERACTIVE_FAULT = 'is interactive: no fixed tests can judge it';
const SPECIAL_TYPES = [
  ['interactive', INTERACTIVE_FAULT],
  ['multi-pass', 'runs programs several times, each on what came of the last: that is not done here'],
  ['submit-answer', 'takes answers, not programs'],
  ['scoring', 'gives points for parts, where a reward here is for all tests or none'],
] as const;

/** Reads a list, or a string of words separated by spaces. */
export function words(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => words(each));
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : [];
}

function nameIn(value: unknown): string | null {
  if (typeof value !== 'object') return textIn(value);
  const names = fieldsOf(value);
  return textIn(names['en'] ?? Object.values(names)[0]);
}

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value.trim().slice(0, 1000) || null;
  return typeof value === 'number' ? String(value) : null;
}

function positiveNumber(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : null;
}

function fieldsOf(value: unknown): YamlFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as YamlFields) : {};
}
