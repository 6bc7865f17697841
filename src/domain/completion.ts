/** The output of a model for one prompt. */
export const FINISH_REASONS = [
  'stop',
  /** The token limit ended it: the answer is cut off. */
  'length',
  /** Prompt and answer filled the model's context window: the answer is cut off. */
  'context',
  'content-filter',
  /** It was longer than any answer may be: it is cut off. */
  'too-long',
  /** The user stopped it. */
  'stopped',
  /** The stream closed early, without a reason: treated as cut off. */
  'interrupted',
] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** The owner of the limit that truncated an answer. */
export type CutBy =
  /** The limit on tokens that was asked for. */
  | 'limit'
  /** Prompt and answer filled the context. */
  | 'window'
  /** No limit was asked for, and there was room: the server's own default. */
  | 'server';

export interface TokenUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** `completionTokens` is the number of events that the answer came in, because the model counted none. */
  readonly countsEvents?: boolean;
  /** Tokens of the prompt that were read before; by some servers they are not among `promptTokens`. */
  readonly cachedTokens?: number;
  /** Those of the completion that were reasoning, where the model counts them. */
  readonly reasoningTokens?: number | null;
  /** Tokens a second while the prompt was read, where the model measured it. */
  readonly prefillTokensPerSecond?: number | null;
  /** Tokens a second while the answer was written, where the model measured it. */
  readonly decodeTokensPerSecond?: number | null;
}

export interface Completion {
  /** The chain of thought, without its tags; '' when the model gave none. */
  readonly reasoning: string;
  /** True when reasoning was opened and never closed: everything is reasoning then, and there is no answer. */
  readonly reasoningOpen: boolean;
  /** The answer after the reasoning. */
  readonly text: string;
  /** The server has told the reasoning apart: tags in the text are the program's own. */
  readonly splitByServer?: boolean;
  readonly finishReason: FinishReason | null;
  /** The owner of the limit that truncated it; missing if unknown. */
  readonly cutBy?: CutBy;
  readonly usage: TokenUsage | null;
}

/** How a model is asked: the field's names and ranges. */
export interface SamplingParameters {
  /** ≥ 0. */
  readonly temperature: number;
  /** (0, 1]. */
  readonly topP: number;
  /** Tokens to generate at most; null means as many as the model allows. */
  readonly maxTokens: number | null;
  readonly seed: number | null;
}

/**
 * DeepCoder's recommendation (its model card): temperature 0.6, top-p 0.95, no system prompt, no small token limit.
 */
export const DEEPCODER_SAMPLING: SamplingParameters = {
  temperature: 0.6,
  topP: 0.95,
  maxTokens: null,
  seed: null,
};

/** The marks that `rawText` puts around the reasoning. */
export const OPENING = '<think>\n';
export const CLOSING = '\n</think>\n';

/** The completion as one text, the way graders that know nothing of reasoning fields receive it. */
export function rawText(completion: Completion): string {
  if (completion.reasoning === '' && !completion.reasoningOpen) return completion.text;
  const open = OPENING + completion.reasoning;
  return completion.reasoningOpen ? open : open + CLOSING + completion.text;
}

/**
 * Where the answer begins in `rawText`, if that is known for sure; null where only its tags tell, by whatever rule
 * one reads them.
 */
export function answerStart(completion: Completion): number | null {
  const { splitByServer, reasoning, reasoningOpen, text } = completion;
  if (splitByServer !== true || reasoning === '' || reasoningOpen) return null;
  return rawText(completion).length - text.length;
}

const CUTTING: readonly FinishReason[] = ['length', 'context', 'too-long', 'interrupted', 'stopped'];

/** Characters (UTF-16 units) of reasoning and answer together: ten times what the longest windows hold. */
export const MOST_ANSWER_CHARACTERS = 2_000_000;

/** The answer ended before the model was done with it, for any reason. */
export function isCutOff(completion: Completion): boolean {
  const reason = completion.finishReason;
  return reason !== null && CUTTING.includes(reason);
}
