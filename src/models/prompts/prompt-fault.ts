import type { PromptTemplates } from '../../domain/prompt.ts';
import { PLACEHOLDERS, placeholdersIn } from './template.ts';

/** Describes why a prompt cannot be used, in one sentence with the place; null for a usable one. */
export function promptFault({ messages, format }: PromptTemplates): string | null {
  if (messages.length === 0) return 'The prompt has no message.';
  const places = messages.map(({ role, content }, index) => ({
    where: `Message ${index + 1} (${role})`,
    text: content,
  }));
  const formats = [
    { where: 'The format with starter code', text: format.starter },
    { where: 'The format without starter code', text: format.plain },
  ];
  for (const { where, text } of places) if (text.trim() === '') return `${where} is empty.`;
  for (const { where, text } of [...places, ...formats]) {
    const unknown = placeholdersIn(text).find((name) => !Object.hasOwn(PLACEHOLDERS, name));
    if (unknown !== undefined) {
      const known = Object.keys(PLACEHOLDERS).map((name) => `{{${name}}}`);
      return `${where} has {{${unknown}}}, which is no placeholder; there are ${known.join(', ')}.`;
    }
  }
  for (const { where, text } of formats) {
    if (placeholdersIn(text).includes('format'))
      return `${where} has {{format}}, which it stands for itself.`;
  }
  const asks = (name: string) => (place: { readonly text: string }) =>
    placeholdersIn(place.text).includes(name);
  const formatted = places.some(asks('format'));
  if (!places.some(asks('statement')) && !(formatted && formats.every(asks('statement')))) {
    return 'No message has {{statement}}: the model would never see the problem.';
  }
  if (!formatted) return null;
  for (const { where, text } of formats) {
    if (text.trim() === '') return `${where} is empty, and a message has {{format}}.`;
  }
  return null;
}
