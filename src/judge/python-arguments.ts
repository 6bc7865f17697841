/** The arguments of a call as Python writes it: `f("ab", [1, None], k=(2, 3))`. */
import { stringifyLossless } from '../base/lossless-json.ts';
import { PythonLiteralReader } from '../base/python-literal.ts';

/** Half sentences about a text that is no call. */
const FAULTS = {
  lacksComma: 'a comma is missing',
  lacksColon: 'a colon is missing',
  lacksValue: 'a value is missing',
  isTooDeep: 'the value has too many levels',
};

export type PythonArguments =
  | { readonly ok: true; /** The values as JSON texts. */ readonly values: readonly string[] }
  /** `position` is the offset of the character that does not fit. */
  | { readonly ok: false; readonly position: number; readonly why: string };

/** Reads literals, separated by commas, with or without a call around them. Tuples become lists. */
export function readPythonArguments(text: string): PythonArguments {
  const reader = new PythonLiteralReader(text, 0, true);
  const isCall = reader.matched(/\s*[\p{L}_][\p{L}\p{N}_.]*\s*\(/uy) !== null;
  const values: string[] = [];
  for (let isNext = true; ; isNext = reader.matched(/\s*,\s*/y) !== null) {
    reader.skipSpace(true);
    const isEnd = isCall ? text[reader.at] === ')' : reader.at >= text.length;
    if (isEnd) break;
    if (!isNext) return { ok: false, position: reader.at, why: FAULTS.lacksComma };
    reader.matched(/[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)/uy);
    const literal = reader.literal();
    if (literal === null) {
      const { at, why } = reader.fault!;
      return { ok: false, position: at, why: FAULTS[why] };
    }
    values.push(stringifyLossless(literal.value));
  }
  if (isCall) reader.at += 1;
  reader.skipSpace(true);
  if (reader.at < text.length)
    return { ok: false, position: reader.at, why: 'there is more after the end of the call' };
  return { ok: true, values };
}
