import { describe, expect, it } from 'vitest';
import type { Asked } from '../../../domain/answer.ts';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { presentedSource, type PresentedFrom } from './presented-source.ts';

const from: PresentedFrom = {
  kind: 'completion',
  answer: answerOf('Sure.', { label: 'Example: correct answer' }),
  program: 'print(2)',
  extraction: { found: true, code: 'print(1)', start: 0, end: 8, how: 'Took the whole answer.' },
};

describe('presentedSource', () => {
  it('says that a recorded answer is replayed, and nothing of the kind of another', () => {
    expect(presentedSource(from)).toEqual({
      text: 'print(1)',
      isJudged: true,
      words: 'Example: correct answer. Recorded earlier, not generated now',
      isRecorded: true,
    });
    const answer = answerOf('Sure.', { label: 'Qwen3 4B', asked: {} as Asked });
    expect(presentedSource({ ...from, answer })).toMatchObject({ words: 'Qwen3 4B', isRecorded: false });
  });

  it('shows what the verdict is about, and an answer while it comes', () => {
    expect(presentedSource({ ...from, kind: 'program' })).toMatchObject({
      text: 'print(2)',
      words: 'Own program',
      isRecorded: false,
    });
    expect(presentedSource({ ...from, extraction: null })).toMatchObject({ text: 'Sure.', isJudged: false });
    expect(presentedSource({ ...from, kind: 'program', program: '' })).toBeNull();
  });
});
