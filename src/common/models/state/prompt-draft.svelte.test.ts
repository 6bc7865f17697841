import { describe, expect, it } from 'vitest';
import { DEEPCODER_PROMPT } from '../../../models/prompts/deepcoder.ts';
import { PromptDraft } from './prompt-draft.svelte.ts';

describe('PromptDraft', () => {
  it('starts from a published prompt, and asks for a name', () => {
    const draft = new PromptDraft({ ...DEEPCODER_PROMPT, name: '' });
    expect([draft.templateFault, draft.fault]).toEqual([null, 'The prompt has no name.']);
    draft.name = ' Mine ';
    const { messages, format } = DEEPCODER_PROMPT;
    expect([draft.fault, draft.prompt]).toEqual([null, { name: 'Mine', messages, format }]);
  });

  it('puts a system message first, and says what is still empty', () => {
    const draft = new PromptDraft({ ...DEEPCODER_PROMPT, name: 'Mine' });
    draft.add();
    draft.add();
    expect(draft.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    expect(draft.fault).toBe('Message 1 (system) is empty.');
    draft.messages[0]!.content = 'Think.';
    expect(draft.fault).toBe('Message 3 (user) is empty.');
    draft.remove(2);
    expect(draft.fault).toBeNull();
    expect(DEEPCODER_PROMPT.messages).toHaveLength(1);
  });
});
