/** Reads the log probabilities of an answer's tokens in the form of OpenAI-compatible servers. */
import { isNumeral, isLosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import type { TokenChance } from '../domain/submission.ts';

/**
 * Reads `logprobs` of a chat completion (`{"content": [{"token", "logprob"}, …]}`, or only the list) and of a
 * text completion (`{"tokens": […], "token_logprobs": […]}`). Returns null for any other value, because an answer
 * is valid without them.
 */
export function tokenChances(value: LosslessValue | undefined): readonly TokenChance[] | null {
  const pairs = isLosslessObject(value)
    ? (pairsOf(value.get('content')) ?? pairedLists(value.get('tokens'), value.get('token_logprobs')))
    : pairsOf(value);
  if (pairs === null || pairs.length === 0) return null;
  const chances = pairs.flatMap(([token, log]) => {
    const logprob = numberIn(log);
    const isValid = typeof token === 'string' && logprob !== null && logprob <= MAX_LOGPROB;
    return isValid ? [{ text: token, probability: Math.min(1, Math.exp(logprob)) }] : [];
  });
  return chances.length === pairs.length ? chances : null;
}

/** Maximum log probability that is accepted. It is above 0 because of rounding. */
const MAX_LOGPROB = 1e-3;

type Pair = readonly [token: LosslessValue | undefined, log: LosslessValue | undefined];

function pairsOf(value: LosslessValue | undefined): readonly Pair[] | null {
  if (!Array.isArray(value)) return null;
  return (value as readonly LosslessValue[]).map((item) =>
    isLosslessObject(item) ? [item.get('token'), item.get('logprob')] : [undefined, undefined],
  );
}

function pairedLists(
  tokens: LosslessValue | undefined,
  logs: LosslessValue | undefined,
): readonly Pair[] | null {
  if (!Array.isArray(tokens) || !Array.isArray(logs) || tokens.length !== logs.length) return null;
  const allLogs = logs as readonly LosslessValue[];
  return (tokens as readonly LosslessValue[]).map((token, at) => [token, allLogs[at]]);
}

function numberIn(value: LosslessValue | undefined): number | null {
  return isNumeral(value) ? Number(value.numeral) : null;
}
