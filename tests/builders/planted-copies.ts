/** Copies of problems as they occur in training sets: the same problem, under another wording. */
import { Random } from '../../src/base/random.ts';
import type { Problem } from '../../src/domain/problem.ts';

export const PLANTED = ['wrapped', 'words', 'variables', 'names', 'sentences', 'one-in-60'] as const;
export type Planted = (typeof PLANTED)[number];

/** Returns a copy of the problem with another id. Its tests are the same. */
export function plantedCopy(problem: Problem, kind: Planted): Problem {
  const random = new Random(1, `${kind} ${problem.id}`);
  return { ...problem, id: `${kind} ${problem.id}`, prompt: CHANGES[kind](problem.prompt, random) };
}

const CHANGES: Readonly<Record<Planted, (text: string, random: Random) => string>> = {
  wrapped: (text) => `${BEFORE}\n\n${text}\n\n${AFTER}`,
  words: (text) => replaced(text, frequent(text, /^[a-z]{4,}$/).slice(0, 2), 'renamed'),
  variables: (text) =>
    replaced(text, frequent(text, /^([b-zB-Z]|[a-z]+\d|[a-z]+_[a-z]+)$/).slice(0, 8), 'var'),
  names: (text) =>
    text.replaceAll(/(?<=[a-z,] )[A-Z][a-z]{2,}/g, (name) => TRANSLATED[name.length % TRANSLATED.length]!),
  sentences: (text, random) =>
    text
      .split(/\n{2,}/)
      .map((paragraph) => random.shuffled(paragraph.split(/(?<=[.!?])\s+/)).join(' '))
      .join('\n\n'),
  'one-in-60': (text, random) => {
    const words = text.split(/(\s+)/);
    const changed = words.map((word, at) => (at % 2 === 0 && random.below(60) === 0 ? 'changed' : word));
    return changed.join('');
  },
};

const BEFORE = `You are an expert Python programmer. You will be given a question (problem specification) and will generate
a correct Python program that matches the specification and passes all tests. Think step by step before you write code,
and check your solution against the examples.

### Question:`;
const AFTER = `### Format: Read the inputs from stdin, solve the problem and write the answer to stdout (do not directly
test on the sample inputs). Enclose your code within delimiters as follows. \`\`\`python\n# YOUR CODE HERE\n\`\`\`

### Answer: (use the provided format with backticks)`;
const TRANSLATED = ['Алексей', '高橋', 'Παύλος', 'योगेश', 'Алиса'];
const COMMON = new Set(
  'that with from this each there then have will been into than them they when where which'.split(' '),
);

/** Returns the words of this kind that are not grammar, the most frequent first. */
function frequent(text: string, kind: RegExp): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of text.match(/[A-Za-z_0-9]+/g) ?? [])
    if (kind.test(word) && !COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

function replaced(text: string, words: readonly string[], by: string): string {
  return text.replaceAll(/[A-Za-z_0-9]+/g, (word) => {
    const at = words.indexOf(word);
    return at === -1 ? word : `${by}${'xyzuvwst'[at]!}`;
  });
}
