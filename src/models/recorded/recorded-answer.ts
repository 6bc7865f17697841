import { parseJson, isRecord } from '../../base/parse-json.ts';
import { RECORDED_KINDS, type RecordedAnswer } from '../../domain/answer.ts';
import { parseFinishReason } from '../finish-reason.ts';

export type RecordedAnswerResult =
  | { readonly ok: true; readonly answer: RecordedAnswer }
  /** `line` starts at 1; `fault` is an error message of one sentence. */
  | { readonly ok: false; readonly line: number; readonly fault: string };

const HEADER_FIELDS = '"kind", "finish_reason" and "model"';

/**
 * Reads a recorded answer: a line of JSON `{"kind","finish_reason","model"}`, a line `---`, then the raw
 * answer up to the end of the file, byte for byte. `finish_reason` is a string or null. The first two lines
 * may end in CRLF.
 */
export function parseRecordedAnswer(file: string): RecordedAnswerResult {
  const [firstLine, secondLine, raw] = splitLines(file);
  const header = parseJson(firstLine);
  if (header === undefined)
    return fileFault(1, `Line 1 is not JSON; it should be an object with ${HEADER_FIELDS}.`);
  if (!isRecord(header)) return fileFault(1, `Line 1 is not an object; it should have ${HEADER_FIELDS}.`);
  const { kind, finish_reason: finishReason, model } = header;
  const knownKind = RECORDED_KINDS.find((name) => name === kind);
  if (knownKind === undefined)
    return fileFault(1, `Line 1: "kind" should be one of ${RECORDED_KINDS.join(', ')}.`);
  if (typeof model !== 'string') return fileFault(1, 'Line 1: "model" should be a string.');
  if (finishReason !== null && typeof finishReason !== 'string')
    return fileFault(1, 'Line 1: "finish_reason" should be a string or null.');
  if (secondLine !== '---') return fileFault(2, 'Line 2 should be "---", with the raw answer after it.');
  return { ok: true, answer: { kind: knownKind, finishReason: parseFinishReason(finishReason), model, raw } };
}

function fileFault(line: number, fault: string): RecordedAnswerResult {
  return { ok: false, line, fault };
}

function splitLines(file: string): [first: string, second: string, rest: string] {
  const [firstLine, afterFirst] = cutLine(file);
  const [secondLine, afterSecond] = cutLine(afterFirst);
  return [firstLine, secondLine, afterSecond];
}

function cutLine(text: string): [line: string, rest: string] {
  const end = text.indexOf('\n');
  if (end < 0) return [text, ''];
  return [text.slice(0, end).replace(/\r$/, ''), text.slice(end + 1)];
}
