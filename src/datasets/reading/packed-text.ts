/**
 * Unpacks base64 of zlib of a pickle or of JSON, the form of the hidden tests in LiveCodeBench, SandboxFusion and
 * NeMo-Gym.
 */
import { decodedText, Unreadable, type Bytes } from '../containers/source-file.ts';
import { inflateAll } from '../containers/inflate.ts';
import { Misfit } from './fields.ts';

/**
 * Maximum number of unpacked bytes of one field. The largest known fields are a quarter of this. A JavaScript
 * string can have at most twice as many characters.
 */
const MAX_UNPACKED_BYTES = 256 << 20;

/** The bytes `{`, `[` and `"`, with which no pickle starts. */
const JSON_STARTS: readonly (number | undefined)[] = [0x7b, 0x5b, 0x22];

/**
 * @param maxBytes maximum number of unpacked bytes
 * @throws Misfit that names the field
 */
export async function unpackedText(
  packedText: string,
  field: string,
  maxBytes = MAX_UNPACKED_BYTES,
): Promise<string | ReadonlyMap<string, string>> {
  const bytes = base64Bytes(packedText);
  if (bytes === null) throw new Misfit(field, 'is neither JSON nor base64');
  const unpackedBytes = await inflateAll(bytes, 'deflate', maxBytes).catch((error: unknown) => {
    if (!(error instanceof Unreadable)) throw error;
    throw new Misfit(field, `cannot be unpacked: it is damaged, or holds more than ${maxBytes >> 20} MiB`);
  });
  const text = JSON_STARTS.includes(unpackedBytes[0])
    ? decodedText(unpackedBytes)
    : readPickledText(unpackedBytes);
  if (text !== null) return text;
  throw new Misfit(field, 'is a pickle of something other than text, which could run code: it is not opened');
}

function base64Bytes(text: string): Bytes | null {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

const PROTO = 0x80;
/**
 * Opcode of protocol 0, which has no header. It writes strings and numbers as lines, and encodes strings as
 * "raw-unicode-escape".
 */
const UNICODE = 0x56;
const PUT = 0x70;
const DICT = 0x64;
const LINE_END = 0x0a;
const FRAME = 0x95;
const SHORT_BINUNICODE = 0x8c;
const BINUNICODE = 0x58;
const BINUNICODE8 = 0x8d;
const MEMOIZE = 0x94;
const BINPUT = 0x71;
const LONG_BINPUT = 0x72;
const EMPTY_DICT = 0x7d;
const MARK = 0x28;
const SETITEM = 0x73;
const SETITEMS = 0x75;
const STOP = 0x2e;
/** Maximum number of opcodes. A dict of strings takes five opcodes for each string. */
const MOST_STEPS = 1000;

/**
 * Reads a pickled string or a dict of strings. Returns null for any other pickled value, without reading it. No
 * code in a pickle is executed.
 */
export function readPickledText(bytes: Bytes): string | ReadonlyMap<string, string> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasHeader = bytes[0] === PROTO;
  if (bytes.length < 4 || (hasHeader && (bytes[1]! < 2 || bytes[1]! > 5))) return null;
  const texts: string[] = [];
  let members: Map<string, string> | null = null;
  let at = hasHeader ? 2 : 0;
  for (let step = 0; step < MOST_STEPS && at < bytes.length; step++) {
    const code = bytes[at]!;
    at += 1;
    if (code === STOP) return at === bytes.length ? resultOf(texts, members) : null;
    if (code === SETITEM || code === SETITEMS) {
      if (members === null || texts.length % 2 !== 0) return null;
      for (let index = 0; index < texts.length; index += 2) members.set(texts[index]!, texts[index + 1]!);
      texts.length = 0;
      continue;
    }
    if (code === EMPTY_DICT || code === DICT) {
      if (members !== null || texts.length > 0) return null;
      members = new Map();
      continue;
    }
    const skippedBytes = SKIPPED.get(code);
    if (skippedBytes !== undefined) {
      at += skippedBytes;
      continue;
    }
    if (code === UNICODE || code === PUT) {
      const end = bytes.indexOf(LINE_END, at);
      if (end === -1) return null;
      const text = code === PUT ? null : unescapedText(bytes.subarray(at, end));
      if (code === UNICODE && text === null) return null;
      if (text !== null) texts.push(text);
      at = end + 1;
      continue;
    }
    const lengthBytes = LENGTH_BYTES.get(code);
    if (lengthBytes === undefined || at + lengthBytes > bytes.length) return null;
    const length = lengthAt(view, at, lengthBytes);
    at += lengthBytes;
    if (length > bytes.length - at) return null;
    const text = decodedText(bytes.subarray(at, at + length));
    if (text === null) return null;
    texts.push(text);
    at += length;
  }
  return null;
}

/** Opcodes that have no effect here, with the number of bytes that follow each. */
const SKIPPED: ReadonlyMap<number, number> = new Map([
  [FRAME, 8],
  [MEMOIZE, 0],
  [BINPUT, 1],
  [LONG_BINPUT, 4],
  [MARK, 0],
]);

const LENGTH_BYTES: ReadonlyMap<number, number> = new Map([
  [SHORT_BINUNICODE, 1],
  [BINUNICODE, 4],
  [BINUNICODE8, 8],
]);

function lengthAt(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at);
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

/**
 * Decodes "raw-unicode-escape": each byte is a character, except for `\uXXXX` and `\UXXXXXXXX`. Returns null for
 * an invalid escape.
 */
function unescapedText(bytes: Bytes): string | null {
  const parts: string[] = [];
  // Not TextDecoder: its "latin1" is windows-1252, which has different characters from 0x80 to 0x9f.
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  let isBroken = false;
  const text = parts
    .join('')
    .replace(
      /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|[^])/g,
      (match, shortCode?: string, longCode?: string) => {
        const hex = shortCode ?? longCode;
        const point = Number.parseInt(hex ?? '', 16);
        isBroken ||= hex === undefined ? /^\\[uU]/.test(match) : point > 0x10ffff;
        return hex === undefined || isBroken ? match : String.fromCodePoint(point);
      },
    );
  return isBroken ? null : text;
}

function resultOf(
  texts: readonly string[],
  members: ReadonlyMap<string, string> | null,
): string | ReadonlyMap<string, string> | null {
  if (members !== null) return texts.length === 0 ? members : null;
  return texts.length === 1 ? texts[0]! : null;
}
