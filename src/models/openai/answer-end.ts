/**
 * Derives the meaning of an answer's end from the server's token counts: the limit that the answer reached, and whether
 * the model ended it.
 */
import type { CutBy, FinishReason, TokenUsage } from '../../domain/completion.ts';

export interface EndFacts {
  readonly reason: FinishReason;
  readonly usage: TokenUsage | null;
  /** Whether neither reasoning nor text arrived. */
  readonly isEmpty: boolean;
  /** The token limit that the caller set; null if it set none. */
  readonly wantedLimit: number | null;
  /** Size of the context window in tokens, for prompt and answer together; null if it is not certain. */
  readonly contextTokens: number | null;
  /** Minimum number of tokens of the prompt, derived from its length. */
  readonly leastPrompt: number;
  /** Number of tokens of the longest prompt that the server has answered with text. */
  readonly longestPrompt: number;
}

export type EndMeaning =
  | { readonly type: 'own'; readonly cutBy?: CutBy }
  /** The server ended the answer although `tokens` tokens were left and the request set no limit. */
  | { readonly type: 'room'; readonly tokens: number }
  /**
   * The model did not see its whole prompt. `leastPrompt` is set if only the length of the prompt shows it:
   * the minimum number of tokens of the prompt.
   */
  | { readonly type: 'prompt-cut'; readonly promptTokens: number; readonly leastPrompt?: number }
  /** The server shifted the window during the answer, so the model no longer saw its prompt. */
  | { readonly type: 'slid'; readonly promptTokens: number; readonly completionTokens: number };

/** Number of tokens of a prompt that fits any context window. */
const SMALL_TOKEN_LIMIT = 1_024;
/**
 * Minimum context window of any model, in tokens. A server that counts fewer tokens has not counted the whole
 * prompt.
 */
const SMALLEST_CONTEXT = 64;
/** Maximum average number of characters per token in ordinary text, for any tokenizer. */
const CHARACTERS_PER_TOKEN = 8;
/** Tokens by which the counts of servers may differ: some count the token that ends an answer. */
const END_TOKEN = 1;

export function meaningOfEnd({
  reason,
  usage,
  isEmpty,
  wantedLimit,
  contextTokens,
  leastPrompt,
  longestPrompt,
}: EndFacts): EndMeaning {
  const promptTokens = usage?.promptTokens ?? null;
  const completionTokens = usage?.countsEvents === true ? null : (usage?.completionTokens ?? null);
  if (promptTokens !== null && contextTokens !== null) {
    if (promptTokens >= contextTokens) return { type: 'prompt-cut', promptTokens };
    if (completionTokens !== null && promptTokens + completionTokens > contextTokens + END_TOKEN)
      return { type: 'slid', promptTokens, completionTokens };
  }
  const countedTokens = (promptTokens ?? 0) + (usage?.cachedTokens ?? 0);
  if (promptTokens !== null && countedTokens >= SMALLEST_CONTEXT && countedTokens < leastPrompt)
    return { type: 'prompt-cut', promptTokens, leastPrompt };
  // transformers returns an empty answer for a prompt that exceeds the context window, whose size it does not
  // report.
  const isUnseen = isEmpty && (completionTokens ?? 0) <= END_TOKEN && contextTokens === null;
  if (isUnseen && promptTokens !== null && promptTokens > Math.max(SMALL_TOKEN_LIMIT, longestPrompt))
    return { type: 'prompt-cut', promptTokens };
  if (reason !== 'length') return { type: 'own' };
  if (completionTokens === null)
    return wantedLimit === null ? { type: 'own', cutBy: 'server' } : { type: 'own' };
  if (wantedLimit !== null && completionTokens >= wantedLimit) return { type: 'own', cutBy: 'limit' };
  // Below the limit, three causes remain: a full window, a limit of the server, or a different way to count
  // tokens.
  if (promptTokens === null || contextTokens === null)
    return wantedLimit === null ? { type: 'own', cutBy: 'server' } : { type: 'own' };
  const availableTokens = contextTokens - promptTokens;
  if (completionTokens + END_TOKEN >= availableTokens) return { type: 'own', cutBy: 'window' };
  return wantedLimit === null ? { type: 'room', tokens: availableTokens } : { type: 'own', cutBy: 'server' };
}

/** Maximum ratio between the counts of two tokenizers. A proxy may count with a different tokenizer. */
const TOKENIZER_RATIO = 1.5;

/** Whether an answer is so much longer than the limit on tokens that the server cannot have applied the limit. */
export function ignoresLimit(usage: TokenUsage | null, wantedLimit: number | null): boolean {
  const tokens = usage?.countsEvents === true ? null : (usage?.completionTokens ?? null);
  return tokens !== null && wantedLimit !== null && tokens > wantedLimit * TOKENIZER_RATIO + END_TOKEN;
}

/**
 * Returns the minimum number of tokens of texts with any tokenizer. A tokenizer may put a long run of one
 * character, of spaces or of punctuation into a single token, but only a few characters of words and numbers.
 */
export function leastTokens(texts: readonly string[]): number {
  const shortenedTexts = texts.map((text) =>
    text
      .replace(/\s+/gu, ' ')
      .replace(/[^\p{L}\p{N}\s]{2,}/gu, '-')
      .replace(/(.{1,4}?)\1{3,}/gsu, '$1'),
  );
  const characters = shortenedTexts.reduce((sum, text) => sum + text.length, 0);
  return Math.floor(characters / CHARACTERS_PER_TOKEN);
}
