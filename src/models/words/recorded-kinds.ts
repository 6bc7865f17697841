/** Words for the kinds of recorded answers. */
import type { RecordedKind } from '../../domain/recorded-answer.ts';

export const KIND_WORDS: Readonly<Record<RecordedKind, string>> = {
  right: 'correct answer',
  wrong: 'wrong answer',
  slow: 'too slow',
  crash: 'crashes',
  'no-code': 'no code',
  'two-blocks': 'two blocks',
  'cut-off': 'cut off',
  'trailing-text': 'text after the code',
};
