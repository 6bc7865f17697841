/** The sentences of MessageList.svelte. */
import { numberText } from '../../../base/number-words.ts';
import type { PromptMessage } from '../../../domain/prompt.ts';

/**
 * "user message 2 as it was sent".
 * @param number null if no other message has the role
 * @param of the owner of the messages; '' for none
 */
export function messageName(role: PromptMessage['role'], number: number | null, of: string): string {
  return `${role} message${number === null ? '' : ` ${number}`}${of === '' ? '' : ` ${of}`}`;
}

export const messageLength = (characters: number): string => `${numberText(characters)} characters`;
export const messageLabel = (name: string): string => `The ${name}`;
export const copyButton = 'Copy';
/** The object of a copy button. */
export const copiedMessage = (name: string): string => `the ${name}`;
export const copyAllButton = (what: string): string => `Copy ${what}`;
