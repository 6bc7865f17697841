import { RECORDED_KINDS, type RecordedAnswer } from '../../domain/recorded-answer.ts';
import { parseFinishReason } from '../finish-reason.ts';

export type RecordedAnswerResult =
  | { readonly ok: true; readonly answer: RecordedAnswer }
  /** `line` counts from 1. */
  | { readonly ok: false; readonly line: number; readonly message: string };

const HEADER_FIELDS = '"kind", "finish_reason" and "model"';

/**
 * Reads a recorded answer: a line of JSON `{"kind","finish_reason","model"}`, a line `---`, then the raw
 * answer to the end of the file, kept to the byte. `finish_reason` is a string or null. The first two
 * lines may end in CRLF.
 */
export function parseRecordedAnswer(file: string): RecordedAnswerResult {
  const [first, second, raw] = splitLines(file);
  let header: unknown;
  try {
    header = JSON.parse(first);
  } catch {
    return {
      ok: false,
      line: 1,
      message: `Line 1 is not JSON; it should be an object with ${HEADER_FIELDS}.`,
    };
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    return { ok: false, line: 1, message: `Line 1 is not an object; it should have ${HEADER_FIELDS}.` };
  }
  const { kind, finish_reason: finishReason, model } = header as Record<string, unknown>;
  const known = RECORDED_KINDS.find((name) => name === kind);
  if (known === undefined) {
    return { ok: false, line: 1, message: `Line 1: "kind" should be one of ${RECORDED_KINDS.join(', ')}.` };
  }
  if (typeof model !== 'string')
    return { ok: false, line: 1, message: 'Line 1: "model" should be a string.' };
  if (finishReason !== null && typeof finishReason !== 'string') {
    return { ok: false, line: 1, message: 'Line 1: "finish_reason" should be a string or null.' };
  }
  if (second !== '---') {
    return { ok: false, line: 2, message: 'Line 2 should be "---", with the raw answer after it.' };
  }
  return { ok: true, answer: { kind: known, finishReason: parseFinishReason(finishReason), model, raw } };
}

function splitLines(file: string): [first: string, second: string, rest: string] {
  const [first, afterFirst] = cutLine(file);
  const [second, rest] = cutLine(afterFirst);
  return [first, second, rest];
}

function cutLine(text: string): [line: string, rest: string] {
  const end = text.indexOf('\n');
  if (end < 0) return [text, ''];
  return [text.slice(0, end).replace(/\r$/, ''), text.slice(end + 1)];
}
