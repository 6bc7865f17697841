/** An answer that was typed, pasted, or read from a file. */
import { jsonFaultText, parseLossless, isLosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import { numberText } from '../base/number-words.ts';
import { PASTED_LABEL, type Answer } from '../domain/answer.ts';
import { MOST_ANSWER_CHARACTERS, type Completion, type FinishReason } from '../domain/completion.ts';
import { refused, type OrFault } from './failure.ts';
import { splitThinking } from './think-splitter.ts';

export const LONGEST_PASTED_NAME = 100;

export interface PastedText {
  readonly text: string;
  /** The model that a file names as the author; '' if it names none. */
  readonly model: string;
}

/** Returns a completion with the reasoning split off. Its finish reason is unknown unless it is passed. */
export function pastedCompletion(raw: string, finishReason: FinishReason | null = null): Completion {
  return { ...splitThinking(raw), finishReason, usage: null };
}

/** @param name the author that the user names; '' if the user names none */
export function pastedAnswer(raw: string, name: string, finishReason: FinishReason | null = null): Answer {
  const author = name.trim().slice(0, LONGEST_PASTED_NAME);
  return {
    label: author === '' ? PASTED_LABEL : `${PASTED_LABEL}: ${author}`,
    completion: pastedCompletion(raw, finishReason),
    ended: true,
    failure: null,
    speed: { tokens: 0, estimated: true, firstTokenMs: null, tokensPerSecond: null },
  };
}

/** Returns a message that explains why a text cannot be an answer; null if it can. */
export function pastedFault(text: string): string | null {
  if (text.trim() === '') return 'There is nothing in it yet: paste an answer, or open a file.';
  if (text.length <= MOST_ANSWER_CHARACTERS) return null;
  return `It has ${numberText(text.length)} characters, and an answer may have ${numberText(MOST_ANSWER_CHARACTERS)} at most: cut it.`;
}

/** The paths to the answer in JSON files: of samples, of answers, of OpenAI-compatible servers. */
const TEXT_PATHS: readonly (readonly (string | number)[])[] = [
  ['response'],
  ['text'],
  ['content'],
  ['choices', 0, 'message', 'content'],
  ['choices', 0, 'text'],
  ['message', 'content'],
];
const REASONING_PATHS: readonly (readonly (string | number)[])[] = [
  ['choices', 0, 'message', 'reasoning_content'],
  ['choices', 0, 'message', 'reasoning'],
  ['reasoning_content'],
  ['reasoning'],
];

/** Reads an answer from a file: the whole text, or the text inside JSON. */
export function readPastedFile(name: string, text: string): OrFault<{ readonly pasted: PastedText }> {
  const textWithoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (!/\.json$/i.test(name)) return { ok: true, pasted: { text: textWithoutMark, model: '' } };
  const parsedFile = parseLossless(textWithoutMark);
  if (!parsedFile.ok) {
    const placeText = `(character ${parsedFile.position + 1})`;
    return refused(`${name} is not JSON: ${jsonFaultText(parsedFile.fault)} ${placeText}.`);
  }
  const { value } = parsedFile;
  if (typeof value === 'string') return { ok: true, pasted: { text: value, model: '' } };
  const answer = textAt(value, TEXT_PATHS);
  if (answer === null)
    return refused(
      `${name} holds no answer: expected text under response, text, content or choices[0].message.content.`,
    );
  const reasoning = textAt(value, REASONING_PATHS) ?? '';
  return {
    ok: true,
    pasted: {
      text: reasoning === '' ? answer : `<think>\n${reasoning}\n</think>\n${answer}`,
      model: textAt(value, [['model']]) ?? '',
    },
  };
}

function textAt(value: LosslessValue, paths: readonly (readonly (string | number)[])[]): string | null {
  for (const path of paths) {
    let at: LosslessValue | undefined = value;
    for (const step of path) {
      if (typeof step === 'string') at = isLosslessObject(at) ? at.get(step) : undefined;
      else at = Array.isArray(at) ? (at as readonly LosslessValue[])[step] : undefined;
    }
    if (typeof at === 'string' && at !== '') return at;
  }
  return null;
}
