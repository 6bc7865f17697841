import { describe, expect, it } from 'vitest';
import { MOST_ANSWER_CHARACTERS, rawText } from '../domain/completion.ts';
import { pastedAnswer, pastedFault, readPastedFile } from './pasted.ts';

const RAW = '<think>\nwhy\n</think>\n```python\nprint(1)\n```';

describe('a pasted answer', () => {
  it('has its reasoning apart, and is raw what was pasted', () => {
    const { completion, label, asked } = pastedAnswer(RAW, '');
    expect(completion).toMatchObject({ reasoning: 'why', text: '```python\nprint(1)\n```' });
    expect(rawText(completion)).toBe(RAW);
    expect([label, asked]).toEqual(['Pasted', undefined]);
  });

  it('is called what the user calls it, and pasted all the same', () => {
    expect(pastedAnswer(RAW, ' Recorded: right answer ').label).toBe('Pasted: Recorded: right answer');
    expect(pastedAnswer(RAW, 'x'.repeat(1000)).label).toHaveLength(108);
  });

  it('may not be empty, nor longer than any answer', () => {
    const faultOf = (text: string) => pastedFault(text);
    expect(faultOf(' \n')).toMatch(/nothing in it yet/);
    expect(pastedFault('x'.repeat(MOST_ANSWER_CHARACTERS))).toBeNull();
    expect(faultOf('x'.repeat(MOST_ANSWER_CHARACTERS + 1))).toMatch(/2,000,001 characters.*2,000,000/);
  });
});

describe('a file with an answer', () => {
  it.each([
    ['a.md', RAW, RAW, ''],
    ['a.txt', `\uFEFF{"text":"as it is"}`, '{"text":"as it is"}', ''],
    ['a.json', JSON.stringify(RAW), RAW, ''],
    ['a.json', JSON.stringify({ problem_id: 'p', id: 1, response: RAW }), RAW, ''],
    ['a.JSON', JSON.stringify({ id: 'x', text: RAW, model: 'm' }), RAW, 'm'],
    [
      'a.json',
      JSON.stringify({
        model: 'qwen',
        choices: [{ message: { content: '```python\nprint(1)\n```', reasoning_content: 'why' } }],
      }),
      RAW,
      'qwen',
    ],
  ])('%s is read', (name, file, text, model) => {
    expect(readPastedFile(name, file)).toEqual({ ok: true, pasted: { text, model } });
  });

  it.each([
    ['{', /is not JSON: .*character 2/],
    ['{"problem_id":"p","code":"print(1)"}', /holds no answer: expected text under response/],
    ['[]', /holds no answer/],
  ])('%s is refused in a sentence', (file, fault) => {
    const reading = readPastedFile('a.json', file);
    expect(reading.ok ? '' : reading.fault).toMatch(fault);
  });
});
