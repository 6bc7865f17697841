/**
 * Reads from a statement whether one input may have several right outputs. In doubt it may: a search for a difference is
 * then left out, while a right program that is shown as wrong misleads. The flags of a set (`datasets/prepare/flags.ts`)
 * are stricter, because problems are dropped by them.
 */
import type { Problem } from '../../domain/problem.ts';

const PRINTS = String.raw`\b(?:print|output|return|report|find|display|construct|answer|solution|accept|result)`;
const OBJECT = String.raw`(?:a|an|some|such an?) (?:\w+ )?(?:array|sequence|permutation|string|matrix|grid|graph|tree|path|set|subset|partition|arrangement|assignment|colou?ring)`;
/** Sentences of statements that allow several right outputs. */
const SEVERAL_RIGHT: readonly RegExp[] = [
  /\b(?:print|output|return|report|find|display|construct)(?:ed|s|ing)?\b(?: \w+)? (?:any|an arbitrary)\b(?! (?:other|more|additional|extra|number))/i,
  new RegExp(
    `${PRINTS}.* (?:any|one) (?:one )?of (?:them|these|those|the (?:possible|valid|optimal|correct|solutions|answers))\\b`,
    'i',
  ),
  new RegExp(`\\b(?:any|one) (?:one )?of (?:them|these|those)\\b.*${PRINTS}`, 'i'),
  new RegExp(
    `${PRINTS}.*\\bin (?:any|an arbitrary|arbitrary|no particular|whatever|whichever)(?: possible)? order\\b`,
    'i',
  ),
  /^(?!.*\binput\b).*\b(?:may|can|could) (?:be )?(?:appear|listed|printed|returned|output|displayed|reported|come)\b.*\bin (?:any|arbitrary|an arbitrary) order\b/i,
  /\((?:in )?any order\)/i,
  /\bany\b.*\b(?:accepted|acceptable|fine|allowed|correct|suffices|will do)\b/i,
  /\border\b.*\b(?:irrelevant|arbitrary|(?:not|\w+n['’]t) (?:matter|important|relevant))\b/i,
  /\b(?:print|output|return|report|display)\b(?: \w+)? whichever\b(?! (?:\w+ ){0,3}(?:is|are|comes?|has|have|occurs?|happens?)\b)/i,
  /\b(?:print|output|return|report|display)\b.*\b(?:any (?!number)|whichever |whatever |ones? |order )(?:\w+ ){0,3}you (?:like|want|prefer|wish|choose)\b/i,
];
/** Sentences that allow numbers close to the right ones. */
const TOLERANCE =
  /\b(?:absolute|relative)\b.*\berror\b|\b(?:within|differs?|precision|accura\w+|errors?)\b.*(?:10\W{0,6}(?:<sup>)?[-−]|1e-|0\.0\d|decimal (?:places|digits))/i;
/** The smallest distance that such a sentence may name, if numbers within 1e-6 are equal. */
const CLOSE = /(?:10\W{0,6}(?:<sup>)?[-−]|1e-)\W{0,2}0*(?:[6-9]|1\d)|0\.0{5,}1/i;
/** Comparers by which numbers within 1e-6 are equal. */
const TOLERANT: readonly (string | null)[] = ['float', 'evalplus'];
/** Sentences that do so unless they also choose one of the outputs. */
const SEVERAL_UNLESS_CHOSEN: readonly RegExp[] = [
  /(?=.*\b(?:if|in case|there (?:may|might|can|could) be)\b).*\b(?:multiple|several|many|more than one|various)\b(?: \w+){0,3}? (?:answers?|solutions?|outputs?|results?|ways?|arrays?|sequences?|strings?|permutations?|pairs?|subsets?|paths?|sets?)\b/i,
  /\b(?:print|output|return) the \w+ of any\b/i,
  new RegExp(`\\bfind (?:${OBJECT}|(?:a|an|some) (?:\\w+ )?way)\\b`, 'i'),
  new RegExp(
    String.raw`\b(?:print|output|give|show|return|build|construct) ${OBJECT}\b.*\b(?:such|so) that\b(?!,? for (?:each|every|all)\b.*\w\[|,? \w+\[[^\]]*\] (?:is|equals|contains|represents|==?) )`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:build|construct) ${OBJECT}\b.*\b(?:(?<!such )(?<!so )that|with|in which|satisf\w+)\b`,
    'i',
  ),
];
const CHOOSES =
  /\b(?:smallest|lexicographical\w*|first|last|minimum|minimal|minimize\w*|maximum|maximal|maximize\w*|earliest|latest|largest|highest|lowest|longest|shortest|leftmost|rightmost|least|only)\b/i;

/** Whether the comparer of a problem takes numbers that are close to each other for equal. */
export function isTolerant({ checker }: Pick<Problem, 'checker'>): boolean {
  return TOLERANT.includes(checker);
}

/** Whether the statement allows several right outputs for one input, of which the comparer would reject some. */
export function allowsSeveralOutputs(problem: Pick<Problem, 'prompt' | 'checker'>): boolean {
  const refuses = (sentence: string): boolean =>
    TOLERANCE.test(sentence) && !(isTolerant(problem) && CLOSE.test(sentence));
  return problem.prompt
    .split(/(?<=[.!?])\s+|\n\s*\n|\n(?=\s*[-*•])/)
    .map((sentence) => sentence.replace(/\s+/g, ' '))
    .some(
      (sentence) =>
        SEVERAL_RIGHT.some((pattern) => pattern.test(sentence)) ||
        refuses(sentence) ||
        (!CHOOSES.test(sentence) && SEVERAL_UNLESS_CHOSEN.some((pattern) => pattern.test(sentence))),
    );
}

/** Whether a statement accepts "yes" for "YES". */
export function allowsAnyCase(prompt: string): boolean {
  return /\bin any (?:case|register)\b/i.test(prompt);
}
