import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenceMatches, wordEnd } from './fences.ts';

const anyWord = { tagEnd: wordEnd, close: '```' } as const;

/** Answers with all kinds of combinations of backticks, tags and line feeds. */
const answer = fc
  .array(
    fc.constantFrom(
      '```',
      '``',
      '`',
      '```python\n',
      '\n```',
      '\n',
      '\r\n',
      ' ',
      'py',
      'é_1',
      '𝐱',
      'a\nb',
      '-',
    ),
    {
      maxLength: 20,
    },
  )
  .map((pieces) => pieces.join(''));

describe('fenceMatches', () => {
  it('gives what the expression it stands for gives', () => {
    for (const [close, expression] of [
      ['```', /```([\p{L}\p{N}_]*)\n([^]*?)```/gu],
      ['\n```', /```([\p{L}\p{N}_]*)\n([^]*?)\n```/gu],
    ] as const) {
      fc.assert(
        fc.property(answer, (text) => {
          const matches = fenceMatches(text, { tagEnd: wordEnd, closingMark: close }).map(
            ({ tag, start, end, bodyStart, bodyEnd }) => [
              start,
              text.slice(start, end),
              tag,
              text.slice(bodyStart, bodyEnd),
            ],
          );
          const obvious = [...text.matchAll(expression)].map((match) => [match.index, ...match]);
          expect(matches).toEqual(obvious);
        }),
        { numRuns: 3000 },
      );
    }
  });

  it('takes linear time on text made to cost more', () => {
    for (const text of [
      '```a\n'.repeat(200_000),
      '`'.repeat(1_000_000),
      `${'```a'.repeat(200_000)}\n`,
      `\`\`\`${'a'.repeat(1_000_000)}`,
      '```\n'.repeat(200_000),
    ]) {
      for (const close of ['```', '\n```'] as const) fenceMatches(text, { ...anyWord, closingMark: close });
    }
  });
});
