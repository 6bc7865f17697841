/** Sentences on faults of a prompt and of its file. */
import type { PromptMessage } from '../../domain/prompt.ts';

/** A message, counted from 1, or one of the two formats. */
export type PromptPlace =
  { readonly message: number; readonly role: PromptMessage['role'] } | 'starter' | 'plain';

export const hasNoMessage = (): string => 'The prompt has no message.';

export const placeIsEmpty = (place: PromptPlace): string => `${nameOf(place)} is empty.`;

export const hasUnknownPlaceholder = (place: PromptPlace, name: string, known: readonly string[]): string =>
  `${nameOf(place)} has {{${name}}}, which is no placeholder; there are ${known.map((one) => `{{${one}}}`).join(', ')}.`;

export const formatNamesItself = (place: PromptPlace): string =>
  `${nameOf(place)} has {{format}}, which it stands for itself.`;

export const statementIsMissing = (): string =>
  'No message has {{statement}}: the model would never see the problem.';

export const formatIsEmpty = (place: PromptPlace): string =>
  `${nameOf(place)} is empty, and a message has {{format}}.`;

function nameOf(place: PromptPlace): string {
  if (typeof place === 'string') return `The format ${place === 'starter' ? 'with' : 'without'} starter code`;
  return `Message ${place.message} (${place.role})`;
}

export const nameIsMissing = (): string => 'The prompt has no name.';

export const nameIsTooLong = (mostCharacters: number): string =>
  `The name has more than ${mostCharacters} characters.`;

export const fileIsNoJson = (): string => 'The file is not JSON.';

export const fileIsNoPrompt = (kind: string): string => `The file has no "kind": "${kind}".`;

/** `version`: as the file says it. */
export const fileIsOfOtherVersion = (version: string, known: number): string =>
  `The file is of version ${version}; this page reads version ${known}.`;

export const nameIsNoText = (): string => 'The field name is no text.';

export const messagesAreNoList = (): string => 'The field messages is no list.';

export const messageHasNoRole = (place: number): string =>
  `Message ${place} has no role system, user or assistant.`;

export const messageHasNoText = (place: number): string => `Message ${place} has no text in content.`;

export const formatHasNoTexts = (): string => 'The field format has no texts starter and plain.';
