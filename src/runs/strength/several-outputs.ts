/**
 * Reads from a statement whether one input may have several right outputs. In doubt it may: a search for a difference is
 * then left out, while a right program that is shown as wrong misleads. The flags of a set (`datasets/prepare/flags.ts`)
 * are stricter, because problems are dropped by them.
 */

const PRINTS = String.raw`\b(?:print|output|return|report|find|display|construct|answer|solution|accept|result)`;
/** Sentences of statements that allow several right outputs. */
const SEVERAL_RIGHT: readonly RegExp[] = [
  /\b(?:print|output|return|report|find|display|construct)(?:ed|s|ing)?\b(?: \w+)? (?:any|an arbitrary)\b(?! (?:other|more|additional|extra|number))/i,
  new RegExp(
    `${PRINTS}.* (?:any|one) (?:one )?of (?:them|these|those|the (?:possible|valid|optimal|correct|solutions|answers))\\b`,
    'i',
  ),
  new RegExp(`\\b(?:any|one) (?:one )?of (?:them|these|those)\\b.*${PRINTS}`, 'i'),
  new RegExp(`${PRINTS}.*\\bin (?:any|an arbitrary|arbitrary|no particular)(?: possible)? order\\b`, 'i'),
  /\bany\b.*\b(?:accepted|acceptable|fine|allowed|correct|suffices|will do)\b/i,
  /\border\b.*(?:\bnot|n['’]t) matter\b/i,
  /\b(?:absolute|relative)\b.*\berror\b|\bwithin (?:10\W{0,6}[-−]|1e-|0\.0)/i,
];
/** Sentences that do so unless they also choose one of the outputs. */
const SEVERAL_UNLESS_CHOSEN: readonly RegExp[] = [
  /(?=.*\b(?:if|in case|there (?:may|might|can|could) be)\b).*\b(?:multiple|several|many|more than one|various)\b(?: \w+){0,3}? (?:answers?|solutions?|outputs?|results?|ways?|arrays?|sequences?|strings?|permutations?|pairs?|subsets?|paths?|sets?)\b/i,
  /\b(?:print|output|return) the \w+ of any\b/i,
  /\bfind (?:a|an|some|such an?) (?:\w+ )?(?:array|sequence|permutation|string|matrix|grid|graph|tree|path|set|subset|partition|arrangement|assignment|way)\b/i,
];
const CHOOSES =
  /\b(?:smallest|lexicographical\w*|first|last|minimum|minimal|minimize\w*|maximum|maximal|maximize\w*|earliest|latest|largest|highest|lowest|longest|shortest|leftmost|rightmost|least|only)\b/i;

/** Whether a statement allows several right outputs for one input. */
export function allowsSeveralOutputs(prompt: string): boolean {
  return prompt
    .split(/(?<=[.!?])\s+|\n\s*\n|\n(?=\s*[-*•])/)
    .map((sentence) => sentence.replace(/\s+/g, ' '))
    .some(
      (sentence) =>
        SEVERAL_RIGHT.some((pattern) => pattern.test(sentence)) ||
        (!CHOOSES.test(sentence) && SEVERAL_UNLESS_CHOSEN.some((pattern) => pattern.test(sentence))),
    );
}

/** Whether a statement accepts "yes" for "YES". */
export function allowsAnyCase(prompt: string): boolean {
  return /\bin any (?:case|register)\b/i.test(prompt);
}
