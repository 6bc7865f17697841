/** The probabilities of an answer's tokens, as OpenAI-compatible servers write them. */
import { isLosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import type { TokenChance } from '../domain/sample.ts';

/**
 * Reads `logprobs` of a chat (`{"content": [{"token", "logprob"}, …]}`, or the list alone) and of a completion
 * (`{"tokens": […], "token_logprobs": […]}`). Null for anything else: an answer is an answer without them.
 */
export function tokenChances(value: LosslessValue | undefined): readonly TokenChance[] | null {
  const pairs = isLosslessObject(value)
    ? (pairsOf(value.get('content')) ?? pairedLists(value.get('tokens'), value.get('token_logprobs')))
    : pairsOf(value);
  if (pairs === null || pairs.length === 0) return null;
  const read = pairs.flatMap(([token, log]) => {
    const logarithm = numberIn(log);
    const fits = typeof token === 'string' && logarithm !== null && logarithm <= LARGEST;
    return fits ? [{ text: token, probability: Math.min(1, Math.exp(logarithm)) }] : [];
  });
  return read.length === pairs.length ? read : null;
}

/** The logarithm of a probability of 1, rounding allowed for. */
const LARGEST = 1e-3;

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
  const all = logs as readonly LosslessValue[];
  return (tokens as readonly LosslessValue[]).map((token, at) => [token, all[at]]);
}

function numberIn(value: LosslessValue | undefined): number | null {
  return typeof value === 'object' && value !== null && 'numeral' in value ? Number(value.numeral) : null;
}
