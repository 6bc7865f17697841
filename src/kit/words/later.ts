/** Sentences of the components that the first screen does not have. */
import type { NumberRange } from '../../base/number-in.ts';
import { numberText } from '../../base/number-words.ts';

// NumberField.svelte
/** @param kept the value that stays; null for an empty field, which `optional` allows */
export function numberFault(
  { least, most, decimal = false }: NumberRange,
  optional: boolean,
  kept: number | string | null,
): string {
  const kind = decimal ? 'number' : 'whole number';
  const upTo = most === undefined ? '' : ` to ${numberText(most)}`;
  const none = optional ? ', or nothing' : '';
  return `Enter a ${kind} from ${least}${upTo}${none}. Until then it stays ${kept ?? 'empty'}.`;
}

// OptionLine.svelte
export const copiedLine = (server: string): string => `the line for ${server}`;

// SourceLink.svelte
export const sourceLink = 'Source';
export const sourceLinkSubject = (of: string): string => `: ${of} (opens in a new tab)`;

// Table.svelte
export const scrollSideways = 'Wider than this window: scroll the table sideways. →';
