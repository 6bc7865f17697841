import { describe, expect, it } from 'vitest';
import { rawText, type Completion } from '../../domain/completion.ts';
import { extractStandard } from '../../judge/extract/standard.ts';
import { splitAnswer } from './taken-block.ts';

const TEXT = 'So:\n\n```python\nprint(1)\n```\n\nDone.';

function completion(reasoning: string, reasoningOpen = false): Completion {
  return { reasoning, reasoningOpen, text: reasoningOpen ? '' : TEXT, finishReason: 'stop', usage: null };
}

describe('splitAnswer', () => {
  it.each(['', 'think ```python\nx\n``` more'])('marks the block behind the reasoning %j', (reasoning) => {
    const given = completion(reasoning);
    expect(splitAnswer(given, extractStandard(rawText(given)))).toEqual({
      before: 'So:\n\n',
      block: '```python\nprint(1)\n```',
      after: '\n\nDone.',
    });
  });

  it('leaves an answer without a block whole', () => {
    expect(splitAnswer(completion(''), null).before).toBe(TEXT);
    const open = completion('never closed', true);
    expect(splitAnswer(open, extractStandard(rawText(open)))).toEqual({ before: '', block: '', after: '' });
  });
});
