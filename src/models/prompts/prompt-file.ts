/** The file of one prompt: JSON that another device reads back. */
import type { OwnPrompt, PromptMessage } from '../../domain/prompt.ts';
import { promptFault } from './prompt-fault.ts';

export type PromptReading =
  { readonly ok: true; readonly prompt: OwnPrompt } | { readonly ok: false; readonly fault: string };

const KIND = 'allpass-prompt';
const VERSION = 1;
const LONGEST_NAME = 80;
const ROLES = ['system', 'user', 'assistant'] as const;

/** Describes why a name cannot be used, in one sentence; null for a usable one. */
export function nameFault(name: string): string | null {
  if (name.trim() === '') return 'The prompt has no name.';
  return name.length > LONGEST_NAME ? `The name has more than ${LONGEST_NAME} characters.` : null;
}

/** The file's text; `readPrompt` gives the same prompt back. */
export function writePrompt({ name, messages, format }: OwnPrompt): string {
  const plain = messages.map(({ role, content }) => ({ role, content }));
  const { starter, plain: without } = format;
  return `${JSON.stringify({ kind: KIND, version: VERSION, name, messages: plain, format: { starter, plain: without } }, null, 2)}\n`;
}

/** Reads a file of `writePrompt`; what does not fit is said in one sentence that names the field. */
export function readPrompt(text: string): PromptReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('The file is not JSON.');
  }
  if (!isRecord(value) || value['kind'] !== KIND) return refuse(`The file has no "kind": "${KIND}".`);
  if (value['version'] !== VERSION) {
    return refuse(`The file is of version ${String(value['version'])}; this page reads version ${VERSION}.`);
  }
  const { name, messages, format } = value;
  if (typeof name !== 'string') return refuse('The field name is no text.');
  if (!Array.isArray(messages)) return refuse('The field messages is no list.');
  const read: PromptMessage[] = [];
  for (const [index, message] of (messages as unknown[]).entries()) {
    const role = isRecord(message) ? ROLES.find((known) => known === message['role']) : undefined;
    if (role === undefined) return refuse(`Message ${index + 1} has no role system, user or assistant.`);
    const content = isRecord(message) ? message['content'] : undefined;
    if (typeof content !== 'string') return refuse(`Message ${index + 1} has no text in content.`);
    read.push({ role, content });
  }
  if (!isRecord(format) || typeof format['starter'] !== 'string' || typeof format['plain'] !== 'string') {
    return refuse('The field format has no texts starter and plain.');
  }
  const prompt = { name, messages: read, format: { starter: format['starter'], plain: format['plain'] } };
  const fault = nameFault(name) ?? promptFault(prompt);
  return fault === null ? { ok: true, prompt } : refuse(fault);
}

function refuse(fault: string): PromptReading {
  return { ok: false, fault };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
