/** Reads command-line options. Each error is a UsageError that names the option. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Range } from '../../../domain/problem.ts';
import { errorMessage } from '../../../base/error-message.ts';
import { didYouMean, UsageError } from '../text/messages.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { profileFault } from '../../../judge/profile-fault.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';

type OptionToken = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>;
type ParsedOption = NonNullable<ParseArgsConfig['options']>[string];

/** An option, with its line in the help of its command. */
interface DescribedOption extends ParsedOption {
  /** Placeholder for the value, such as `FILE`. */
  readonly value?: string;
  /** Replaces the name and the placeholder in the help. */
  readonly term?: string;
  /** Missing if the description of another option covers this one. */
  readonly about?: string;
}

export type OptionTable = Readonly<Record<string, DescribedOption>>;
export type Parsed<Table extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Table; args: string[]; strict: true }>
>['values'];

interface ValueOption {
  readonly type: 'string';
  readonly value: string;
  readonly about: string;
}

/** @param extraFields further fields, such as the short name and the default value */
export function value(name: string, about: string): ValueOption;
export function value<const More extends object>(
  name: string,
  about: string,
  extraFields: More,
): ValueOption & More;
export function value(name: string, about: string, extraFields = {}): ValueOption {
  return { type: 'string', value: name, about, ...extraFields };
}

export function flag(about: string, short?: 'q') {
  return { type: 'boolean', default: false, about, ...(short && { short }) } as const;
}

export const FORCE = flag('replace an output that exists and holds no rows');

export const KEY_VARIABLE = value(
  'NAME',
  'environment variable that holds the API key (default: ALLPASS_API_KEY)',
  { default: 'ALLPASS_API_KEY' },
);

/** Returns the lines of the help, in the order of the table. */
export function optionLines(options: OptionTable): readonly (readonly [term: string, about: string])[] {
  return Object.entries(options).flatMap(([name, { short, value: placeholder, term, about }]) => {
    const usage = [short && `-${short},`, `--${name}`, placeholder].filter(Boolean).join(' ');
    return about === undefined ? [] : [[term ?? usage, about] as const];
  });
}

export function parseOptions<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
): Parsed<Table> {
  return parseFilesAndOptions(args, options, false).values;
}

/**
 * @param takesFiles whether arguments without an option are files
 * @param help the command that lists the options, for the message about an unknown option
 */
export function parseFilesAndOptions<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
  takesFiles: boolean,
  help: string | null = null,
): { readonly files: readonly string[]; readonly values: Parsed<Table> } {
  refuseUnknown(args, options, takesFiles, help === null ? '' : `; see ${help}`);
  try {
    const config = { args: [...args], options, strict: true, allowPositionals: takesFiles } as const;
    const { values, positionals } = parseArgs(config);
    return { files: positionals, values: values as Parsed<Table> };
  } catch (error) {
    // Node describes some errors in several lines. The first line states the error.
    throw new UsageError(errorMessage(error).split('\n')[0]!);
  }
}

/**
 * Replaces the strict parser's message about unknown options. That message suggests no similar names, and may report
 * the name of a file.
 */
function refuseUnknown(
  args: readonly string[],
  options: OptionTable,
  allowPositionals: boolean,
  help: string,
): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && !allowPositionals) {
      throw new UsageError(
        `${token.value}: is not an option. Name files by options, such as --problems FILE${help}`,
      );
    }
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    if (option !== undefined) {
      refuseMissingValue(token, option);
      continue;
    }
    const suggestionText = didYouMean(token.name, Object.keys(options), '--');
    throw new UsageError(
      `${token.rawName}: there is no such option${suggestionText === '' ? help : suggestionText}`,
    );
  }
}

/**
 * Replaces the strict parser's messages about missing values. It reads a value that begins with "-", such as a negative
 * number, as another option.
 */
function refuseMissingValue(
  { rawName, value, inlineValue }: OptionToken,
  { type, value: about }: OptionTable[string],
): void {
  if (type !== 'string') return;
  if (value === undefined) throw new UsageError(`${rawName}: needs a value, ${rawName} ${about ?? 'VALUE'}`);
  if (inlineValue === true || !/^-./.test(value)) return;
  throw new UsageError(
    /^-[\d.]/.test(value)
      ? `${rawName} ${value}: must not be negative`
      : `${rawName}: needs a value, and ${value} follows; write ${rawName}=${value} if it is the value`,
  );
}

export function requiredOption(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${name} is missing`);
  return value;
}

export function nameOption<Name extends string>(
  option: string,
  typedName: string,
  names: readonly Name[],
): Name {
  const match = names.find((name) => name === typedName);
  if (match !== undefined) return match;
  throw new UsageError(
    `${option} ${typedName}: must be ${names.join(' or ')}${didYouMean(typedName, names)}`,
  );
}

/** Returns a number within `range`; null if the option was not given. */
export function numberOption(name: string, text: string | undefined, range: Range): number | null {
  if (text === undefined) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= range.least && value <= range.most) return value;
  throw new UsageError(`${name} ${text}: must be a number from ${range.least} to ${range.most}`);
}

/** Returns a whole number within `range`; null if the option was not given. */
export function countOption(name: string, text: string | undefined, range: Range): number | null {
  const value = numberOption(name, text, range);
  // The point in 16.000 may be a thousands separator.
  if (value !== null && (!Number.isInteger(value) || text!.includes('.')))
    throw new UsageError(`${name} ${text}: must be a whole number`);
  return value;
}

export const PROFILE = value(
  'NAME',
  'the grader profile (default: standard); allpass --help lists the profiles',
  { default: 'standard' },
);

/** @throws UsageError if the profile does not exist; the message names the invalid part and the allowed values */
export function profileOption(name: string, option = '--profile'): Profile {
  const profile = findProfile(name);
  if (profile !== null) return profile;
  const fault = profileFault(name);
  if (fault === null) throw new Error(`a fault is missing for ${name}`);
  const { givenText, names } = fault;
  const { mistakeText, permittedText } = fault;
  throw new UsageError(`${option} ${name}: ${mistakeText}${didYouMean(givenText, names)}; ${permittedText}`);
}
