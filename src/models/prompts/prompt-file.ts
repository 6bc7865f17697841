/** The file of one prompt: JSON that another device reads back. */
import { parseJson } from '../../base/parse-json.ts';
import type { OwnPrompt, PromptMessage } from '../../domain/prompt.ts';
import { refused } from '../failure.ts';
import { isRecord } from '../../base/is-record.ts';
import { promptFault, promptFaultOf, type PromptFault } from './prompt-fault.ts';

export type PromptReading =
  { readonly ok: true; readonly prompt: OwnPrompt } | { readonly ok: false; readonly fault: PromptFault };

const KIND = 'allpass-prompt';
const VERSION = 1;
const LONGEST_NAME = 80;
const ROLES = ['system', 'user', 'assistant'] as const;

/** Finds why a name cannot be used; null for a usable one. */
export function nameFault(name: string): PromptFault | null {
  if (name.trim() === '') return promptFaultOf('nameIsMissing');
  return name.length > LONGEST_NAME ? promptFaultOf('nameIsTooLong', LONGEST_NAME) : null;
}

/** The file's text; `readPrompt` gives the same prompt back. */
export function writePrompt({ name, messages, format }: OwnPrompt): string {
  const plain = messages.map(({ role, content }) => ({ role, content }));
  const { starter, plain: without } = format;
  return `${JSON.stringify({ kind: KIND, version: VERSION, name, messages: plain, format: { starter, plain: without } }, null, 2)}\n`;
}

/** Reads a file of `writePrompt`; a fault names its field. */
export function readPrompt(text: string): PromptReading {
  const value = parseJson(text);
  if (value === undefined) return refused(promptFaultOf('fileIsNoJson'));
  if (!isRecord(value) || value['kind'] !== KIND) return refused(promptFaultOf('fileIsNoPrompt', KIND));
  if (value['version'] !== VERSION)
    return refused(promptFaultOf('fileIsOfOtherVersion', String(value['version']), VERSION));
  const { name, messages, format } = value;
  if (typeof name !== 'string') return refused(promptFaultOf('nameIsNoText'));
  if (!Array.isArray(messages)) return refused(promptFaultOf('messagesAreNoList'));
  const read: PromptMessage[] = [];
  for (const [index, message] of (messages as unknown[]).entries()) {
    const { role: given, content } = isRecord(message) ? message : {};
    const role = ROLES.find((known) => known === given);
    if (role === undefined) return refused(promptFaultOf('messageHasNoRole', index + 1));
    if (typeof content !== 'string') return refused(promptFaultOf('messageHasNoText', index + 1));
    read.push({ role, content });
  }
  if (!isRecord(format) || typeof format['starter'] !== 'string' || typeof format['plain'] !== 'string') {
    return refused(promptFaultOf('formatHasNoTexts'));
  }
  const prompt = { name, messages: read, format: { starter: format['starter'], plain: format['plain'] } };
  const fault = nameFault(name) ?? promptFault(prompt);
  return fault === null ? { ok: true, prompt } : refused(fault);
}
