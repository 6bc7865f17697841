/** Reading command line options; every fault is a UsageError that names the option. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorMessage } from '../../base/error-message.ts';
import { UsageError } from './usage-error.ts';

type OptionTable = NonNullable<ParseArgsConfig['options']>;
type Parsed<Table extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Table; args: string[]; strict: true }>
>['values'];

export function parseOptions<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
): Parsed<Table> {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    // Node explains some faults over several lines; the first says what is wrong.
    throw new UsageError(errorMessage(error).split('\n')[0]!);
  }
}

export function requiredOption(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${name} is missing`);
  return value;
}

/** A number above 0, or null when the option was not given. */
export function positiveOption(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
    throw new UsageError(`${name} ${text}: must be a number above 0`);
  }
  return value;
}

/** A whole number above 0, or null when the option was not given. */
export function countOption(name: string, text: string | undefined): number | null {
  const value = positiveOption(name, text);
  if (value !== null && !Number.isInteger(value))
    throw new UsageError(`${name} ${text}: must be a whole number`);
  return value;
}

/** `I/N` as a test of an index from 0: true for every N-th, starting with the I-th (from 1). */
export function shardOption(name: string, text: string): (index: number) => boolean {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [part, parts] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || part < 1 || part > parts) {
    throw new UsageError(`${name} ${text}: must be I/N with 1 ≤ I ≤ N, for example 1/4`);
  }
  return (index) => index % parts === part - 1;
}
