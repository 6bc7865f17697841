/** The output of the scripted model. The prompt chooses with `[[k]]`; README.md has the whole story. */
import { encode, FIRST_UNUSED } from './byte-vocabulary.ts';

/** Signs between the tokens, as stub-library/script.ts reads them. */
const END = -1;
const START_OVER = -2;
const FAIL = -3;

const RIGHT_PROGRAM = '```python\nprint(sum(map(int, input().split())))\n```\n';
const EITHER_A_OR_B = 65 | (66 << 16);

/** About 1,500 tokens, and no two lines alike. */
const LONG_REASONING = Array.from(
  { length: 40 },
  (_, line) => `Step ${line + 1}: the sum of ${line + 1} numbers is ${((line + 1) * (line + 2)) / 2}.`,
).join('\n');

/** By number: the place of an answer is what `[[k]]` names, so new ones go to the end. */
export const ANSWERS: readonly (readonly number[])[] = [
  /* 0, right */ [...encode(`<think>\nRead the numbers, add them.\n</think>\n\n${RIGHT_PROGRAM}`), END],
  /* 1, wrong */ [...encode('<think>\nWrong on purpose.\n</think>\n\n```python\nprint(0)\n```\n'), END],
  /* 2, no end: reasoning that is never closed, its tag said again and again */
  [...encode('<think>\nno end '), START_OVER],
  /* 3, A or B sixteen times by chance */ [...encode('Answer: '), ...Array(16).fill(EITHER_A_OR_B), END],
  /* 4, characters of two to four bytes, so of two to four tokens */ [...encode('π ≈ 3.14 🚀 数学'), END],
  /* 5, right, begun inside the reasoning */
  [...encode(`Read the numbers, add them.\n</think>\n\n${RIGHT_PROGRAM}`), END],
  /* 6, noise: one character for ever */ [...encode('!'), START_OVER],
  /* 7, noise: tokens that stand for nothing */
  [...Array.from({ length: 50 }, (_, at) => FIRST_UNUSED + at), START_OVER],
  /* 8, right, behind a long chain of thought */
  [...encode(`<think>\n${LONG_REASONING}\n</think>\n\n${RIGHT_PROGRAM}`), END],
  /* 9, fails on the way */ [...encode('<think>\nThis ends badly'), FAIL],
  /* 10, right, no reasoning at all */ [...encode(RIGHT_PROGRAM), END],
  /* 11, no end, no tags: line after line */ [...encode('Let me see.\n'), START_OVER],
];
