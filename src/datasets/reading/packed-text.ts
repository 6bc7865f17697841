/** base64 of zlib of a pickle, or of JSON: how LiveCodeBench, SandboxFusion and NeMo-Gym keep hidden tests. */
import { inflatedWhole } from '../containers/inflate.ts';
import { decodedText, Unreadable, type Bytes } from '../containers/source-file.ts';
import { Misfit } from './fields.ts';
import { readPickledText } from './pickled-text.ts';

/**
 * Limit for one field, unpacked: the largest known have a quarter of it, and a JavaScript text no more than twice.
 */
const LARGEST = 256 << 20;

/** `{`, `[` and `"`, which begin no pickle. */
const JSON_STARTS: readonly (number | undefined)[] = [0x7b, 0x5b, 0x22];

/**
 * @param largest bytes that it may unpack to
 * @throws Misfit under the name of the field
 */
export async function unpackedText(
  packed: string,
  field: string,
  largest = LARGEST,
): Promise<string | ReadonlyMap<string, string>> {
  const bytes = base64Bytes(packed);
  if (bytes === null) throw new Misfit(field, 'is neither JSON nor base64');
  const unpacked = await inflatedWhole(bytes, 'deflate', largest).catch((error: unknown) => {
    if (!(error instanceof Unreadable)) throw error;
    throw new Misfit(field, `cannot be unpacked: it is damaged, or holds more than ${largest >> 20} MiB`);
  });
  const text = JSON_STARTS.includes(unpacked[0]) ? decodedText(unpacked) : readPickledText(unpacked);
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
