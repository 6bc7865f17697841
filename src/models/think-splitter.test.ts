import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawText } from '../domain/completion.ts';
import { ThinkSplitter, splitThinking, type SplitText } from './think-splitter.ts';

function splitInPieces(pieces: readonly string[], startsInReasoning: boolean): SplitText {
  const splitter = new ThinkSplitter(startsInReasoning);
  const events = pieces.flatMap((piece) => splitter.push(piece));
  const end = splitter.finish();
  let reasoning = '';
  let text = '';
  for (const event of [...events, ...end.events]) {
    if (event.type === 'reasoning') reasoning += event.text;
    else if (event.type === 'text') text += event.text;
    else [reasoning, text] = [reasoning + text, ''];
  }
  return { reasoning, text, reasoningOpen: end.reasoningOpen };
}

describe('splitThinking', () => {
  it.each([
    ['plain text', '', 'plain text', false],
    ['<think>\nwhy\n</think>\nanswer', 'why', 'answer', false],
    ['<think>why</think>answer', 'why', 'answer', false],
    ['<think>\r\nwhy\r\n</think>\r\nanswer', 'why', 'answer', false],
    ['\n \n<think>why</think>answer', 'why', 'answer', false],
    ['<think>\n\n</think>\n\nanswer', '', '\nanswer', false],
    ['<think>\nnever closed', 'never closed', '', true],
    ['<think>cut </thi', 'cut </thi', '', true],
    ['no opener\n</think>\nanswer', 'no opener', 'answer', false],
    ['</think>answer', '', 'answer', false],
    ['code = "<think>"', '', 'code = "<think>"', false],
    ['<think>a</think>b<think>c</think>d', 'a', 'b<think>c</think>d', false],
    ['<think>a<think>b</think>c', 'a<think>b', 'c', false],
    ['  <thin', '', '  <thin', false],
    ['', '', '', false],
    ['[THINK]why[/THINK]answer', 'why', 'answer', false],
    ['why[/THINK]answer', 'why', 'answer', false],
    ['[THINK]a</think>b[/THINK]c</think>', 'a</think>b', 'c</think>', false],
    ['<think>a[/THINK]b</think>c', 'a[/THINK]b', 'c', false],
  ])('splits %j', (raw, reasoning, text, reasoningOpen) => {
    expect(splitThinking(raw)).toEqual({ reasoning, text, reasoningOpen });
  });

  it('begins in reasoning where the prompt already opened it', () => {
    expect(splitThinking('\nwhy\n</think>\nanswer', true)).toEqual({
      reasoning: 'why',
      text: 'answer',
      reasoningOpen: false,
    });
    expect(splitThinking('<think>\nwhy</think>a', true).reasoning).toBe('why');
    expect(splitThinking('never closed', true)).toEqual({
      reasoning: 'never closed',
      text: '',
      reasoningOpen: true,
    });
  });

  it('gives a completion back from its raw text', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.boolean(),
        (reasoning, text, reasoningOpen) => {
          fc.pre(!reasoning.includes('\r') && !reasoning.includes('</think>'));
          const parts = { reasoning, text: reasoningOpen ? '' : text, reasoningOpen };
          expect(splitThinking(rawText({ ...parts, finishReason: 'stop', usage: null }))).toEqual(parts);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('ThinkSplitter', () => {
  const fragments = [
    '[THINK]',
    '[/THINK]',
    '[/THI',
    '<think>',
    '</think>',
    '<',
    '</',
    'thi',
    'nk>',
    '\n',
    '\r\n',
    '\r',
    ' ',
    'x',
    'é',
    '😀',
    '```',
  ];
  const rawTexts = fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join(''));

  it('gives the same for any chunking as for the whole text', () => {
    fc.assert(
      fc.property(
        rawTexts,
        fc.array(fc.nat(40), { maxLength: 8 }),
        fc.boolean(),
        (raw, cuts, startsInReasoning) => {
          const at = [0, ...cuts.map((cut) => Math.min(cut, raw.length)).sort((a, b) => a - b), raw.length];
          const pieces = at.slice(1).map((end, index) => raw.slice(at[index], end));
          const whole = splitThinking(raw, startsInReasoning);
          expect(splitInPieces(pieces, startsInReasoning)).toEqual(whole);
          expect(splitInPieces([...raw], startsInReasoning)).toEqual(whole);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('loses nothing but tags and their line breaks', () => {
    // Removing a tag may join the text around it to another tag.
    const bare = (text: string): string => {
      const shorter = text.replaceAll(/<\/?think>|\[\/?THINK\]|\s/g, '');
      return shorter === text ? text : bare(shorter);
    };
    fc.assert(
      fc.property(rawTexts, (raw) => {
        const { reasoning, text } = splitThinking(raw);
        expect(bare(reasoning + text)).toBe(bare(raw));
      }),
    );
  });

  it('gives text as it comes, holding back a possible tag only', () => {
    const splitter = new ThinkSplitter();
    expect(splitter.push('  ')).toEqual([]);
    expect(splitter.push('hello\n')).toEqual([{ type: 'text', text: '  hello' }]);
    expect(splitter.push('world</th')).toEqual([{ type: 'text', text: '\nworld' }]);
    expect(splitter.push('e end')).toEqual([{ type: 'text', text: '</the end' }]);
    expect(splitter.finish()).toEqual({ events: [], reasoningOpen: false });
  });

  it('says once that earlier text was reasoning', () => {
    const splitter = new ThinkSplitter();
    expect(splitter.push('why')).toEqual([{ type: 'text', text: 'why' }]);
    expect(splitter.push('\n</think>\nfirst')).toEqual([
      { type: 'reclassified' },
      { type: 'text', text: 'first' },
    ]);
    expect(splitter.push('</think>')).toEqual([{ type: 'text', text: '</think>' }]);
  });
});
