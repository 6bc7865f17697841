/** Reading command line options; every fault is a UsageError that names the option. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Range } from '../../../domain/problem.ts';
import { errorMessage } from '../../../base/error-message.ts';
import { didYouMean } from '../text/suggestion.ts';
import { UsageError } from '../text/usage-error.ts';

type OptionTable = NonNullable<ParseArgsConfig['options']>;
type Parsed<Table extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Table; args: string[]; strict: true }>
>['values'];

/** @param help the command that lists the options, for whoever gives another */
export function parseOptions<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
  help: string | null = null,
): Parsed<Table> {
  return parsed(args, options, false, help).values;
}

/** The same for a command that takes files without an option. */
export function parseFilesAndOptions<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
  help: string,
): { readonly files: readonly string[]; readonly values: Parsed<Table> } {
  const { positionals, values } = parsed(args, options, true, help);
  return { files: positionals, values };
}

function parsed<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
  allowPositionals: boolean,
  help: string | null,
): { readonly positionals: string[]; readonly values: Parsed<Table> } {
  refuseUnknown(args, options, allowPositionals, help === null ? '' : `; see ${help}`);
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals });
    return { values: values as Parsed<Table>, positionals };
  } catch (error) {
    // Node explains some faults over several lines; the first says what is wrong.
    throw new UsageError(errorMessage(error).split('\n')[0]!);
  }
}

/** What the strict parser says of these knows no names that are near, and takes a file's name for the fault. */
function refuseUnknown(
  args: readonly string[],
  options: OptionTable,
  allowPositionals: boolean,
  help: string,
): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && !allowPositionals) {
      throw new UsageError(`${token.value}: is no option, and files are given by options${help}`);
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

/** One of some names. */
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
  if (value !== null && !Number.isInteger(value))
    throw new UsageError(`${name} ${text}: must be a whole number`);
  return value;
}
