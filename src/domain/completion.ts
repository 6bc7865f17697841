import { numberText } from '../base/number-words.ts';

/** The output of a model for one prompt. */
export const FINISH_REASONS = [
  'stop',
  /** The token limit was reached: the answer is cut off. */
  'length',
  /** Prompt and answer filled the model's context window: the answer is cut off. */
  'context',
  'content-filter',
  /** The answer exceeded the largest permitted length: it is cut off. */
  'too-long',
  /** The user stopped it. */
  'stopped',
  /** The stream closed early without a reason: the answer is treated as cut off. */
  'interrupted',
] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** The limit that truncated an answer. */
export type CutBy =
  /** The requested token limit. */
  | 'limit'
  /** Prompt and answer filled the context window. */
  | 'window'
  /** The server's own default, because no limit was requested and the window was not full. */
  | 'server';

export interface TokenUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** True if `completionTokens` is the number of streamed events, because the model reported no number of tokens. */
  readonly countsEvents?: boolean;
  /** Tokens of the prompt that came from a cache. Some servers do not include them in `promptTokens`. */
  readonly cachedTokens?: number;
  /** Reasoning tokens among the completion's tokens, if the model counts them. */
  readonly reasoningTokens?: number | null;
  /** Tokens per second while the prompt was read, if the model measured it. */
  readonly prefillTokensPerSecond?: number | null;
  /** Tokens per second while the answer was written, if the model measured it. */
  readonly decodeTokensPerSecond?: number | null;
}

export interface Completion {
  /** The reasoning, without its tags; '' if there is none. */
  readonly reasoning: string;
  /** True if reasoning was opened and never closed: then all text is reasoning, and there is no answer. */
  readonly reasoningOpen: boolean;
  /** The answer after the reasoning. */
  readonly text: string;
  /** True if the server separated the reasoning: tags in the text then belong to the program. */
  readonly splitByServer?: boolean;
  readonly finishReason: FinishReason | null;
  /** The limit that truncated the answer; missing if unknown. */
  readonly cutBy?: CutBy;
  readonly usage: TokenUsage | null;
}

/** The sampling parameters of a request, with the names and ranges that most APIs use. */
export interface SamplingParameters {
  /** At least 0. */
  readonly temperature: number;
  /** Above 0, at most 1. */
  readonly topP: number;
  /** Maximum number of tokens to generate; null for the maximum of the model. */
  readonly maxTokens: number | null;
  readonly seed: number | null;
}

/**
 * The parameters that DeepCoder's model card recommends: temperature 0.6, top-p 0.95, no system prompt, no small
 * token limit.
 */
export const DEEPCODER_SAMPLING: SamplingParameters = {
  temperature: 0.6,
  topP: 0.95,
  maxTokens: null,
  seed: null,
};

/** The tags that `rawText` puts around the reasoning. */
const OPENING = '<think>\n';
const CLOSING = '\n</think>\n';

/** Returns the completion as one string, in the form in which graders without reasoning fields receive it. */
export function rawText(completion: Completion): string {
  if (completion.reasoning === '' && !completion.reasoningOpen) return completion.text;
  const openReasoning = OPENING + completion.reasoning;
  return completion.reasoningOpen ? openReasoning : openReasoning + CLOSING + completion.text;
}

/** Returns the offset in `rawText` at which the answer begins; null if only tags in the text mark it. */
export function answerStart(completion: Completion): number | null {
  const { splitByServer, reasoning, reasoningOpen, text } = completion;
  if (splitByServer !== true || reasoning === '' || reasoningOpen) return null;
  return rawText(completion).length - text.length;
}

const CUTTING_REASONS: readonly FinishReason[] = ['length', 'context', 'too-long', 'interrupted', 'stopped'];

/**
 * Maximum number of characters (UTF-16 units) of reasoning and answer together: ten times the length that fits in
 * the largest context windows.
 */
export const MOST_ANSWER_CHARACTERS = 2_000_000;

/** Whether the answer ended before the model had finished it, for any reason. */
export function isCutOff(completion: Completion): boolean {
  const reason = completion.finishReason;
  return reason !== null && CUTTING_REASONS.includes(reason);
}

/**
 * Splits a string that `rawText` joined.
 * @param answerAt the result of `answerStart`
 */
export function splitAgain(
  rawAnswer: string,
  answerAt: number | null,
): Pick<Completion, 'reasoning' | 'reasoningOpen' | 'text' | 'splitByServer'> {
  const unsplit = { reasoning: '', reasoningOpen: false, text: rawAnswer };
  if (answerAt === null || !rawAnswer.startsWith(OPENING) || !rawAnswer.slice(0, answerAt).endsWith(CLOSING))
    return unsplit;
  const reasoning = rawAnswer.slice(OPENING.length, answerAt - CLOSING.length);
  return { reasoning, reasoningOpen: false, text: rawAnswer.slice(answerAt), splitByServer: true };
}

const FULL_WINDOW = "The model's window was full before the answer had ended.";

/** Returns a message that says why an answer was truncated; '' for an answer that ended normally. */
export function cutOffWords({
  finishReason,
  cutBy = finishReason === 'context' ? 'window' : 'limit',
}: Completion): string {
  switch (finishReason) {
    case 'length':
      if (cutBy === 'server')
        return "The server's own limit on tokens (its default, or its context) cut the answer off: none was asked for.";
      return cutBy === 'window' ? FULL_WINDOW : 'The token limit cut the answer off.';
    case 'context':
      return FULL_WINDOW;
    case 'too-long':
      return `The answer was cut off at ${numberText(MOST_ANSWER_CHARACTERS)} characters: no answer may be longer.`;
    case 'interrupted':
      return 'The stream closed early, before the answer had ended.';
    case 'stopped':
      return 'You stopped the answer.';
    case 'content-filter':
      return "The server's content filter ended the answer.";
    case 'stop':
    case null:
      return '';
  }
}

/** A sample that was requested again with a larger token limit, after its answer was truncated. */
export interface Redraw {
  /** Token limit of the first answer; null if there was none. */
  readonly oldLimit: number | null;
  /** Tokens of the first answer. */
  readonly oldTokens: number;
  /** Token limit of the current answer, larger than the first. */
  readonly limit: number;
}
