/**
 * The meaning of the end of an answer, from the server's count of tokens: the limit that it met, and whether it is
 * the model's own end.
 */
import type { CutBy, FinishReason, TokenUsage } from '../../domain/completion.ts';

export interface EndFacts {
  readonly reason: FinishReason;
  readonly usage: TokenUsage | null;
  /** Neither reasoning nor text came. */
  readonly isEmpty: boolean;
  /** The limit on tokens that the caller set; null for none. */
  readonly wantedLimit: number | null;
  /** Tokens of prompt and answer together; null where that is not known for sure. */
  readonly contextTokens: number | null;
  /** Tokens that the prompt has at least, by its length. */
  readonly leastPrompt: number;
  /** Tokens of the longest prompt that the server has answered with a text. */
  readonly longestPrompt: number;
}

export type EndMeaning =
  | { readonly type: 'own'; readonly cutBy?: CutBy }
  /** The server ended it although `tokens` tokens were left, without a limit in the request. */
  | { readonly type: 'room'; readonly tokens: number }
  /** The model was not shown all of its prompt. `leastPrompt`: the number of tokens that it has at least, if only its length shows it. */
  | { readonly type: 'prompt-cut'; readonly promptTokens: number; readonly leastPrompt?: number }
  /** The window moved on while it answered: the model forgot its prompt. */
  | { readonly type: 'slid'; readonly promptTokens: number; readonly completionTokens: number };

/** A prompt of so few tokens fits any context. */
const FITS_ANYWHERE = 1_024;
/** No model runs with so small a context: a server that counts fewer has not counted the whole prompt. */
const SMALLEST_CONTEXT = 64;
/** No tokenizer puts more of usual text into a token, on average. */
const CHARACTERS_PER_TOKEN = 8;
/** Servers differ by one in whether the token that ends an answer counts. */
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
  const counted = (promptTokens ?? 0) + (usage?.cachedTokens ?? 0);
  if (promptTokens !== null && counted >= SMALLEST_CONTEXT && counted < leastPrompt)
    return { type: 'prompt-cut', promptTokens, leastPrompt };
  // transformers gives an empty answer where the prompt is beyond a context that it does not tell.
  const isUnseen = isEmpty && (completionTokens ?? 0) <= END_TOKEN && contextTokens === null;
  if (isUnseen && promptTokens !== null && promptTokens > Math.max(FITS_ANYWHERE, longestPrompt))
    return { type: 'prompt-cut', promptTokens };
  if (reason !== 'length') return { type: 'own' };
  if (completionTokens === null)
    return wantedLimit === null ? { type: 'own', cutBy: 'server' } : { type: 'own' };
  if (wantedLimit !== null && completionTokens >= wantedLimit) return { type: 'own', cutBy: 'limit' };
  // Below the limit, the window may have been full, the server may have a limit of its own, or count other tokens.
  if (promptTokens === null || contextTokens === null)
    return wantedLimit === null ? { type: 'own', cutBy: 'server' } : { type: 'own' };
  const room = contextTokens - promptTokens;
  if (completionTokens + END_TOKEN >= room) return { type: 'own', cutBy: 'window' };
  return wantedLimit === null ? { type: 'room', tokens: room } : { type: 'own', cutBy: 'server' };
}

/** A proxy that counts with another tokenizer than the model's stays below this factor. */
const OTHER_TOKENIZER = 1.5;

/** Whether an answer is so much longer than the limit on tokens that the server cannot have applied the limit. */
export function ignoresLimit(usage: TokenUsage | null, wantedLimit: number | null): boolean {
  const tokens = usage?.countsEvents === true ? null : (usage?.completionTokens ?? null);
  return tokens !== null && wantedLimit !== null && tokens > wantedLimit * OTHER_TOKENIZER + END_TOKEN;
}

/**
 * The tokens that texts have at least, whatever the tokenizer: it may put a long run of one character, of blanks or of
 * punctuation into a single token, but of words and numbers no more than some characters.
 */
export function leastTokens(texts: readonly string[]): number {
  const shortened = texts.map((text) =>
    text
      .replace(/\s+/gu, ' ')
      .replace(/[^\p{L}\p{N}\s]{2,}/gu, '-')
      .replace(/(.{1,4}?)\1{3,}/gsu, '$1'),
  );
  const characters = shortened.reduce((sum, text) => sum + text.length, 0);
  return Math.floor(characters / CHARACTERS_PER_TOKEN);
}
