/** Reading command line options; every fault is a UsageError that names the option. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Range } from '../../../domain/problem.ts';
import { errorMessage } from '../../../base/error-message.ts';
import { didYouMean } from '../text/suggestion.ts';
import { UsageError } from '../text/usage-error.ts';

type ParsedOption = NonNullable<ParseArgsConfig['options']>[string];

/** An option, with its line in the help of its command. */
interface DescribedOption extends ParsedOption {
  /** The name of its value, as `FILE`. */
  readonly value?: string;
  /** Stands in the place of its name and its value. */
  readonly term?: string;
  /** Missing for an option that the line of another one describes. */
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

/** @param more its short name and its default */
export function value(name: string, about: string): ValueOption;
export function value<const More extends object>(name: string, about: string, more: More): ValueOption & More;
export function value(name: string, about: string, more = {}): ValueOption {
  return { type: 'string', value: name, about, ...more };
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

/** The lines of the help, in the order of the table. */
export function optionLines(options: OptionTable): readonly (readonly [term: string, about: string])[] {
  return Object.entries(options).flatMap(([name, { short, value: given, term, about }]) => {
    const made = [short && `-${short},`, `--${name}`, given].filter(Boolean).join(' ');
    return about === undefined ? [] : [[term ?? made, about] as const];
  });
}

export function parseOptions<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
): Parsed<Table> {
  return parseFilesAndOptions(args, options, false).values;
}

/**
 * @param takesFiles whether files are given without an option
 * @param help the command that lists the options, named in the message about an unknown option
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
    // Node explains some faults over several lines; the first says what is wrong.
    throw new UsageError(errorMessage(error).split('\n')[0]!);
  }
}

/**
 * Replaces the strict parser's message about unknown options, which suggests no similar names and blames the name of a
 * file.
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
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const near = didYouMean(token.name, Object.keys(options), '--');
    throw new UsageError(`${token.rawName}: there is no such option${near === '' ? help : near}`);
  }
}

export function requiredOption(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${name} is missing`);
  return value;
}

export function nameOption<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new UsageError(`${option} ${given}: must be ${names.join(' or ')}${didYouMean(given, names)}`);
}

/** A number within `range`, or null when the option was not given. */
export function numberOption(name: string, text: string | undefined, range: Range): number | null {
  if (text === undefined) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= range.least && value <= range.most) return value;
  throw new UsageError(`${name} ${text}: must be a number from ${range.least} to ${range.most}`);
}

/** A whole number within `range`, or null when the option was not given. */
export function countOption(name: string, text: string | undefined, range: Range): number | null {
  const value = numberOption(name, text, range);
  // The point of 16.000 may part thousands.
  if (value !== null && (!Number.isInteger(value) || text!.includes('.')))
    throw new UsageError(`${name} ${text}: must be a whole number`);
  return value;
}
