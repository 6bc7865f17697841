import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OwnPrompt } from '../../domain/prompt.ts';
import { promptFault, nameFault, readPrompt, writePrompt } from './prompt-file.ts';

const text = fc.string({ unit: 'grapheme' });
const prompts: fc.Arbitrary<OwnPrompt> = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 40 }).filter((name) => name.trim() !== ''),
    messages: fc.array(
      fc.record({
        role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
        content: text,
      }),
      { minLength: 1 },
    ),
    format: fc.record({ starter: text, plain: text }),
  })
  .map((prompt): OwnPrompt => ({
    ...prompt,
    messages: [...prompt.messages, { role: 'user', content: '{{statement}}' }],
  }))
  .filter((prompt) => promptFault(prompt) === null);

const GOOD: OwnPrompt = {
  name: 'Mine',
  messages: [{ role: 'user', content: '{{statement}}\n{{format}}' }],
  format: { starter: '{{starter_code}}', plain: 'Write Python.' },
};

describe('the file of a prompt', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        expect(readPrompt(writePrompt(prompt))).toEqual({ ok: true, prompt });
      }),
    );
  });

  it.each([
    ['{', 'The file is not JSON.'],
    ['[]', 'The file has no "kind": "allpass-prompt".'],
    ['{"kind": "allpass-prompt", "version": 2}', 'The file is of version 2; this page reads version 1.'],
    [{ name: 7 }, 'The field name is no text.'],
    [{ name: ' ' }, 'The prompt has no name.'],
    [{ messages: 'hello' }, 'The field messages is no list.'],
    [{ messages: [{ role: 'tool', content: '' }] }, 'Message 1 has no role system, user or assistant.'],
    [{ messages: [{ role: 'user' }] }, 'Message 1 has no text in content.'],
    [{ messages: [] }, 'The prompt has no message.'],
    [{ format: { starter: '' } }, 'The field format has no texts starter and plain.'],
  ])('refuses %j', (change, fault) => {
    const whole = JSON.parse(writePrompt(GOOD)) as object;
    const file = typeof change === 'string' ? change : JSON.stringify({ ...whole, ...change });
    const reading = readPrompt(file);
    expect(reading.ok ? '' : reading.fault).toBe(fault);
  });

  it('keeps names short', () => {
    expect(nameFault('x'.repeat(81))).toBe('The name has more than 80 characters.');
    expect(nameFault('x')).toBeNull();
  });
});

describe('promptFault', () => {
  it.each([
    [{ messages: [...GOOD.messages, { role: 'system', content: ' \n' }] }, 'Message 2 (system) is empty.'],
    [
      { messages: [{ role: 'user', content: '{{statment}}' }] },
      'Message 1 (user) has {{statment}}, which is no placeholder; there are {{statement}}, {{examples}}, {{format}}, {{starter_code}}, {{function_name}}.',
    ],
    [
      { format: { starter: '{{statement}} {{toString}}', plain: '-' } },
      /^The format with starter code has {{toString}}, which is no placeholder/,
    ],
    [
      { format: { starter: '-', plain: '{{format}}' } },
      'The format without starter code has {{format}}, which it stands for itself.',
    ],
    [
      { messages: [{ role: 'user', content: 'Hello' }] },
      'No message has {{statement}}: the model would never see the problem.',
    ],
    [
      { format: { starter: '', plain: '-' } },
      'The format with starter code is empty, and a message has {{format}}.',
    ],
  ] as const)('says what and where: %j', (change, fault) => {
    expect(promptFault({ ...GOOD, ...change })).toMatch(fault);
  });

  it('lets a prompt without {{format}} leave the formats empty', () => {
    const prompt = {
      messages: [{ role: 'user', content: '{{statement}}' }],
      format: { starter: '', plain: '' },
    } as const;
    expect(promptFault(prompt)).toBeNull();
  });
});
