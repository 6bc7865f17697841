import { coder, type Coded } from '../../base/coded.ts';
import type { PromptTemplates } from '../../domain/prompt.ts';
import type * as words from '../words/prompts.ts';
import { isPlaceholder, PLACEHOLDERS, placeholdersIn } from './template.ts';

export type PromptFault = Coded<typeof words>;

export const promptFaultOf = coder<typeof words>();

/** Finds why a prompt cannot be used; null for a usable one. */
export function promptFault({ messages, format }: PromptTemplates): PromptFault | null {
  if (messages.length === 0) return promptFaultOf('hasNoMessage');
  const places = messages.map(({ role, content }, index) => ({
    where: { message: index + 1, role },
    text: content,
  }));
  const formats = [
    { where: 'starter', text: format.starter },
    { where: 'plain', text: format.plain },
  ] as const;
  for (const { where, text } of places) if (text.trim() === '') return promptFaultOf('placeIsEmpty', where);
  for (const { where, text } of [...places, ...formats]) {
    const unknown = placeholdersIn(text).find((name) => !isPlaceholder(name));
    if (unknown !== undefined) return promptFaultOf('hasUnknownPlaceholder', where, unknown, PLACEHOLDERS);
  }
  for (const { where, text } of formats) {
    if (placeholdersIn(text).includes('format')) return promptFaultOf('formatNamesItself', where);
  }
  const asks = (name: string) => (place: { readonly text: string }) =>
    placeholdersIn(place.text).includes(name);
  const formatted = places.some(asks('format'));
  if (!places.some(asks('statement')) && !(formatted && formats.every(asks('statement'))))
    return promptFaultOf('statementIsMissing');
  if (!formatted) return null;
  for (const { where, text } of formats) {
    if (text.trim() === '') return promptFaultOf('formatIsEmpty', where);
  }
  return null;
}
