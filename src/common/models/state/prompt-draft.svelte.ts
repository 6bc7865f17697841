import type { OwnPrompt, PromptMessage, PromptTemplates } from '../../../domain/prompt.ts';
import { promptFault, nameFault } from '../../../models/prompts/prompt-file.ts';

/** A prompt that is being edited. It may be invalid. */
export class PromptDraft {
  name = $state('');
  messages = $state<{ role: PromptMessage['role']; content: string }[]>([]);
  starter = $state('');
  plain = $state('');

  /** The current prompt. */
  readonly prompt = $derived.by((): OwnPrompt => ({
    name: this.name.trim(),
    messages: this.messages.map(({ role, content }) => ({ role, content })),
    format: { starter: this.starter, plain: this.plain },
  }));
  /** The reason why the templates produce no messages; null if they do. */
  readonly templateFault = $derived.by(() => promptFault(this.prompt));
  /** The reason why the prompt cannot be saved; null if it can. */
  readonly fault = $derived.by(() => this.templateFault ?? nameFault(this.name));

  constructor(start: OwnPrompt) {
    this.take(start, start.name);
  }

  /** Replaces the draft with other templates. */
  take({ messages, format }: PromptTemplates, name: string): void {
    this.name = name;
    this.messages = messages.map(({ role, content }) => ({ role, content }));
    this.starter = format.starter;
    this.plain = format.plain;
  }

  /** Adds a message: a system message at the start if there is none, otherwise a user message. */
  add(): void {
    if (this.messages.some(({ role }) => role === 'system'))
      this.messages.push({ role: 'user', content: '' });
    else this.messages.unshift({ role: 'system', content: '' });
  }

  remove(index: number): void {
    this.messages.splice(index, 1);
  }
}
