/** Reads and writes the file of one prompt, in JSON, for use on another device. */
import { parseJson, isRecord } from '../../base/parse-json.ts';
import type { OwnPrompt, PromptMessage, PromptTemplates } from '../../domain/prompt.ts';
import { refused, type OrFault } from '../failure.ts';
import { isPlaceholder, PLACEHOLDERS, placeholdersIn } from './template.ts';

const KIND = 'allpass-prompt';
const VERSION = 1;
const LONGEST_NAME = 80;
const ROLES = ['system', 'user', 'assistant'] as const;

/** Returns a message that explains why a name cannot be used; null if it can. */
export function nameFault(name: string): string | null {
  if (name.trim() === '') return 'The prompt has no name.';
  return name.length > LONGEST_NAME ? `The name has more than ${LONGEST_NAME} characters.` : null;
}

/** Returns the text of the file. `readPrompt` reads the same prompt from it. */
export function writePrompt({ name, messages, format }: OwnPrompt): string {
  const plainMessages = messages.map(({ role, content }) => ({ role, content }));
  const { starter, plain: withoutStarter } = format;
  return `${JSON.stringify({ kind: KIND, version: VERSION, name, messages: plainMessages, format: { starter, plain: withoutStarter } }, null, 2)}\n`;
}

/** Reads a file of `writePrompt`. An error message names the field. */
export function readPrompt(text: string): OrFault<{ readonly prompt: OwnPrompt }> {
  const value = parseJson(text);
  if (value === undefined) return refused('The file is not JSON.');
  if (!isRecord(value) || value['kind'] !== KIND) return refused(`The file has no "kind": "${KIND}".`);
  if (value['version'] !== VERSION)
    return refused(`The file is of version ${String(value['version'])}; this page reads version ${VERSION}.`);
  const { name, messages, format } = value;
  if (typeof name !== 'string') return refused('The field name is no text.');
  if (!Array.isArray(messages)) return refused('The field messages is no list.');
  const parsedMessages: PromptMessage[] = [];
  for (const [index, message] of (messages as unknown[]).entries()) {
    const { role: roleName, content } = isRecord(message) ? message : {};
    const role = ROLES.find((option) => option === roleName);
    if (role === undefined) return refused(`Message ${index + 1} has no role system, user or assistant.`);
    if (typeof content !== 'string') return refused(`Message ${index + 1} has no text in content.`);
    parsedMessages.push({ role, content });
  }
  if (!isRecord(format) || typeof format['starter'] !== 'string' || typeof format['plain'] !== 'string') {
    return refused('The field format has no texts starter and plain.');
  }
  const prompt = {
    name,
    messages: parsedMessages,
    format: { starter: format['starter'], plain: format['plain'] },
  };
  const fault = nameFault(name) ?? promptFault(prompt);
  return fault === null ? { ok: true, prompt } : refused(fault);
}

/** The number of a message, starting at 1, or one of the two formats. */
type PromptPlace = { readonly message: number; readonly role: PromptMessage['role'] } | 'starter' | 'plain';

/** Returns a message that explains why a prompt cannot be used; null if it can. */
export function promptFault({ messages, format }: PromptTemplates): string | null {
  if (messages.length === 0) return 'The prompt has no message.';
  const messageTexts = messages.map(({ role, content }, index) => ({
    where: { message: index + 1, role },
    text: content,
  }));
  const formatTexts = [
    { where: 'starter', text: format.starter },
    { where: 'plain', text: format.plain },
  ] as const;
  for (const { where, text } of messageTexts) if (text.trim() === '') return `${nameOf(where)} is empty.`;
  for (const { where, text } of [...messageTexts, ...formatTexts]) {
    const unknownName = placeholdersIn(text).find((name) => !isPlaceholder(name));
    if (unknownName !== undefined)
      return `${nameOf(where)} has {{${unknownName}}}, which is no placeholder; there are ${PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')}.`;
  }
  for (const { where, text } of formatTexts) {
    if (placeholdersIn(text).includes('format'))
      return `${nameOf(where)} has {{format}}, which it stands for itself.`;
  }
  const usesPlaceholder = (name: string) => (place: { readonly text: string }) =>
    placeholdersIn(place.text).includes(name);
  const usesFormat = messageTexts.some(usesPlaceholder('format'));
  if (
    !messageTexts.some(usesPlaceholder('statement')) &&
    !(usesFormat && formatTexts.every(usesPlaceholder('statement')))
  )
    return 'No message has {{statement}}: the model would never see the problem.';
  if (!usesFormat) return null;
  for (const { where, text } of formatTexts) {
    if (text.trim() === '') return `${nameOf(where)} is empty, and a message has {{format}}.`;
  }
  return null;
}

function nameOf(place: PromptPlace): string {
  if (typeof place === 'string') return `The format ${place === 'starter' ? 'with' : 'without'} starter code`;
  return `Message ${place.message} (${place.role})`;
}
