import type { OwnPrompt, PromptMessage, PromptTemplates } from '../../../domain/prompt.ts';
import { promptFault, nameFault } from '../../../models/prompts/prompt-file.ts';

/** A prompt while it is being written: what is typed may be at fault. */
export class PromptDraft {
  name = $state('');
  messages = $state<{ role: PromptMessage['role']; content: string }[]>([]);
  starter = $state('');
  plain = $state('');

  /** The draft as it stands. */
  readonly prompt = $derived.by((): OwnPrompt => ({
    name: this.name.trim(),
    messages: this.messages.map(({ role, content }) => ({ role, content })),
    format: { starter: this.starter, plain: this.plain },
  }));
  /** Why no message can be shown yet; null where they can. */
  readonly templateFault = $derived.by(() => promptFault(this.prompt));
  /** Why the prompt cannot be saved yet; null where it can. */
  readonly fault = $derived.by(() => this.templateFault ?? nameFault(this.name));

  constructor(start: OwnPrompt) {
    this.take(start, start.name);
  }

  /** Begins anew from other templates. */
  take({ messages, format }: PromptTemplates, name: string): void {
    this.name = name;
    this.messages = messages.map(({ role, content }) => ({ role, content }));
    this.starter = format.starter;
    this.plain = format.plain;
  }

  /** A system message where there is none yet, and it comes first; else one more of the user. */
  add(): void {
    if (this.messages.some(({ role }) => role === 'system'))
      this.messages.push({ role: 'user', content: '' });
    else this.messages.unshift({ role: 'system', content: '' });
  }

  remove(index: number): void {
    this.messages.splice(index, 1);
  }
}
